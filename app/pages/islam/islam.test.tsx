import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { islam } from '../../../content/pages/islam.ts';
import { cite } from '../../../content/scripture.ts';
import { page } from './islam.tsx';

const html = renderToStaticMarkup(
  <>
    {page.hero}
    {page.sections}
  </>,
);

test('every text that the Islam page relies on is linked', () => {
  const { verse, quote, references } = islam.barakah;
  const ids = [...islam.cards.items.flatMap((card) => card.references), ...references, verse, quote];
  expect(ids.filter((id) => !html.includes(`href="${cite(id).url}"`))).toEqual([]);
});

test('every verse on the Islam page is marked as Arabic that runs from right to left', () => {
  const verses = html.match(/<blockquote [^>]*>/g) ?? [];
  expect(verses.length).toBeGreaterThan(1);
  expect(verses.filter((tag) => !tag.includes('lang="ar" dir="rtl"'))).toEqual([]);
});
