import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { documents } from '../../app/documents.ts';
import { withBlessingHtml } from '../../app/ui/scripture-html.ts';
import { blessing } from '../../content/blessing.ts';
import { citations } from '../../content/scripture.ts';

const rendered = await Promise.all(
  documents.map(async ({ path, load }): Promise<[path: string, html: string]> => {
    const { hero, sections } = await load();
    return [
      path,
      renderToStaticMarkup(
        <>
          {hero}
          {sections}
        </>,
      ),
    ];
  }),
);

const asHtml = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

test('wherever a hadith is named on a screen, its summary, its note and its grade stand there too', () => {
  const bare: string[] = [];
  let named = 0;
  for (const [path, html] of rendered) {
    for (const citation of citations) {
      if (citation.kind !== 'hadith' || !html.includes(`href="${citation.url}"`)) continue;
      named += 1;
      const beside = [withBlessingHtml(asHtml(citation.gist)), citation.grade];
      if (citation.note) beside.push(withBlessingHtml(asHtml(citation.note)));
      if (beside.some((words) => !html.includes(words))) bare.push(`${path}: ${citation.id}`);
    }
  }
  expect(bare).toEqual([]);
  expect(named).toBeGreaterThan(20);
});

test('a screen reader says the blessing on the Prophet in words, wherever its sign stands', () => {
  const asWords = new RegExp(
    `<span (?=[^>]*role="img")(?=[^>]*aria-label="${blessing.words}")[^>]*>${blessing.sign}</span>`,
    'g',
  );
  let said = 0;
  for (const [path, html] of rendered) {
    said += html.match(asWords)?.length ?? 0;
    expect(html.replaceAll(asWords, ''), path).not.toContain(blessing.sign);
  }
  expect(said).toBeGreaterThan(10);
});
