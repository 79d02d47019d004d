// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { documents } from '../documents.ts';
import { PageShell } from '../shell/page-shell.tsx';
import { sizeInPage } from './markup-size.ts';

/** The islands of all pages, as a browser has them before any script. */
async function allIslands(): Promise<HTMLElement[]> {
  const pages = await Promise.all(documents.map(async ({ path, load }) => ({ path, page: await load() })));
  return pages.flatMap(({ path, page }) => {
    const body = document.createElement('div');
    body.innerHTML = renderToStaticMarkup(<PageShell path={path} page={page} sheets={[]} />);
    return [...body.querySelectorAll<HTMLElement>('[data-island]')];
  });
}

const islands = await allIslands();

test('an island has the size that its HTML says', () => {
  expect(islands.length).toBeGreaterThan(documents.length);
  const others = islands.filter((island) => island.dataset.size !== sizeInPage(island));
  expect(others.map(({ dataset }) => dataset.island)).toEqual([]);
});

test('in an island a text that a translator may wrap is alone in its element', () => {
  const mixed = islands
    .flatMap((island) => [...island.querySelectorAll('*')])
    .filter((element) => {
      const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '');
      return texts.length > 0 && element.childNodes.length > 1;
    });
  expect(mixed.map(({ outerHTML }) => outerHTML)).toEqual([]);
});
