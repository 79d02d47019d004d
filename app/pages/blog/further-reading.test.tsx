// @vitest-environment happy-dom
import articles from 'virtual:articles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type AnnouncedArticle, blog } from '../../../content/pages/blog.ts';
import { FurtherReading } from './blog.tsx';
import { watchChips } from './filter-articles.ts';
import { OpenedArticle } from './opened-article.tsx';

const { chips, empty, ready, coming, by, minutes, closeArticle, loading, unavailable } = blog;
const shelf = [...articles.filter((article) => !article.featured), ...blog.announced];

const [first] = articles;
if (!first) throw new Error('The build asks for one article at least.');
const control = `${blog.readArticle}: ${first.title}`;

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

test('a second press on the control adds no entry that Back would have to go through', () => {
  renderShelf([...articles]);
  const entries = history.length;
  fireEvent.click(screen.getByRole('button', { name: control }));
  fireEvent.click(screen.getByRole('button', { name: control }));
  expect(history.length).toBe(entries + 1);
});

test('a click for a new tab is left to the browser', () => {
  renderShelf([...articles]);
  fireEvent.click(screen.getByRole('button', { name: control }), { ctrlKey: true });
  expect(location.hash).toBe('');
});
