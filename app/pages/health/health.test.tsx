import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { health } from '../../../content/pages/health.ts';
import { cite } from '../../../content/scripture.ts';
import { page } from './health.tsx';

const html = renderToStaticMarkup(
  <>
    {page.hero}
    {page.sections}
  </>,
);

test('every practice on the Health page links its text and its study', () => {
  const links = health.science.rows.flatMap((row) => [
    row.source.url,
    ...row.sunnah.map((id) => cite(id).url),
  ]);
  expect(links.filter((href) => !html.includes(`href="${href}"`))).toEqual([]);
});

test('the Health page says that it is not medical advice, and its hero links to that note', () => {
  expect(html).toContain(health.note.text);
  const [hero] = html.split(health.cards.title);
  expect(hero).toContain('href="#not-medical-advice"');
  expect(html).toContain('id="not-medical-advice"');
});
