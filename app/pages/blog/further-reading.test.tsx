// @vitest-environment happy-dom
import articles from 'virtual:articles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type AnnouncedArticle, blog } from '../../../content/pages/blog.ts';
import { FurtherReading } from './blog.tsx';
import { watchChips } from './filter-articles.ts';
import { OpenedArticle } from './opened-article.tsx';

const { chips, empty, counted, ready, coming, by, minutes, closeArticle, loading, unavailable } = blog;
const shelf = [...articles.filter((article) => !article.featured), ...blog.announced];

const [first] = articles;
if (!first) throw new Error('The build asks for one article at least.');

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/blog');
});

/** Renders the section as the page contains it, then its island again as a live component. */
function renderShelf(shown = shelf): void {
  render(<FurtherReading shelf={shown} />);
  document.querySelector('[data-island]')?.replaceChildren();
  render(<OpenedArticle articles={articles} words={{ by, minutes, closeArticle, loading, unavailable }} />);
  watchChips();
}

const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const shownTitles = () =>
  [...document.querySelectorAll<HTMLElement>('.articles > li')]
    .filter((card) => !card.hidden)
    .map((card) => card.querySelector('h3')?.textContent);

test.for(chips.categories)('the chip %s shows its articles alone and says how many', (category) => {
  renderShelf();
  choose(category);
  const expected = shelf.filter((article) => article.category === category);
  expect(shownTitles()).toEqual(expected.map((article) => article.title));
  expect(screen.getByRole('status').textContent).toBe(
    expected.length === 0
      ? empty
      : `${expected.length} ${expected.length === 1 ? counted.one : counted.other}`,
  );
  choose('All');
  expect(shownTitles()).toHaveLength(shelf.length);
});

test('a category with nothing in the grid says so kindly', () => {
  renderShelf(shelf.filter((article) => article.category !== chips.categories[0]));
  choose(chips.categories[0] ?? '');
  expect(shownTitles()).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe(empty);
});

test('the shelf says how many can be read today, and how many are on the way', () => {
  const announced: AnnouncedArticle = {
    title: 'Still being written',
    excerpt: 'It comes later.',
    author: 'Idris',
    category: 'Productivity',
    date: 'Coming Soon',
    featured: false,
    hour: '08:20',
    sample: true,
  };
  renderShelf([...articles, announced]);
  expect(screen.getByText(`${articles.length} ${ready}, 1 ${coming}`)).toBeTruthy();
  cleanup();
  renderShelf([...articles]);
  expect(screen.getByText(`${articles.length} ${ready}`)).toBeTruthy();
});

test('a second press on the control adds no entry that Back would have to go through, and one for a new tab opens nothing', () => {
  renderShelf([...articles]);
  const entries = history.length;
  const readArticle = screen.getByRole('button', { name: `${blog.readArticle}: ${first.title}` });
  fireEvent.click(readArticle, { ctrlKey: true });
  expect(location.hash).toBe('');
  fireEvent.click(readArticle);
  fireEvent.click(readArticle);
  expect(history.length).toBe(entries + 1);
});
