// @vitest-environment happy-dom
import articles from 'virtual:articles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { blog } from '../../../content/pages/blog.ts';
import { islands } from '../../island-list.ts';
import { loadIslands } from '../../islands/island.tsx';
import { findByHandle } from '../../ui/handles.ts';
import { FurtherReading, readerWords } from './blog.tsx';
import { watchCategoryChips } from './filter-articles.ts';
import { OpenedArticle } from './opened-article.tsx';

await loadIslands(islands);

const { chips, empty } = blog;
const shelf = [...articles.filter((article) => !article.featured), ...blog.announced];

const [first] = articles;
if (!first) throw new Error('The build asks for one article at least.');

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/blog');
});

/** Renders the section as the page contains it, then its island again as a live component. */
function renderShelf(shown: Parameters<typeof FurtherReading>[0]['shelf']): void {
  render(<FurtherReading shelf={shown} />);
  document.querySelector('[data-island]')?.replaceChildren();
  render(<OpenedArticle articles={articles} words={readerWords} />);
  watchCategoryChips();
}

test('a category with nothing in the grid says so kindly', () => {
  renderShelf(shelf.filter((article) => article.category !== chips.categories[0]));
  fireEvent.click(screen.getByRole('button', { name: chips.categories[0] ?? '' }));
  const cards = [...document.querySelectorAll<HTMLElement>('.articles > li')];
  expect(cards.filter((card) => !card.hidden)).toEqual([]);
  expect(findByHandle('count')?.textContent).toBe(`${chips.categories[0]}: ${empty}`);
});

test('a click for a new tab is the browser’s, and a second press adds nothing', () => {
  renderShelf([...articles]);
  const entries = history.length;
  const control = screen.getByRole('button', { name: `${blog.readArticle}: ${first.title}` });
  fireEvent.click(control, { ctrlKey: true });
  expect(location.hash).toBe('');
  fireEvent.click(control);
  fireEvent.click(control);
  expect(history.length).toBe(entries + 1);
});
