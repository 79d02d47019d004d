import { Window } from 'happy-dom';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { screens } from '../../app/routes.ts';
import { SiteFooter } from '../../app/shell/footer.tsx';
import { withBlessingHtml } from '../../app/ui/scripture-html.ts';
import { blessing } from '../../content/blessing.ts';
import { waitlistDialog } from '../../content/messages.ts';
import { footer } from '../../content/navigation.ts';
import { about } from '../../content/pages/about.ts';
import { blog } from '../../content/pages/blog.ts';
import { notFoundPath } from '../../content/paths.ts';
import { citations, credits } from '../../content/scripture.ts';
import { pages as contents, rendered, wordsOf } from './all-words.ts';

/** Words of a page's file that another place shows. */
const shownElsewhere: string[] = [
  // At the head and at the foot of an article.
  blog.allArticles,
  // Beside a founder who has such an address.
  about.team.websiteLabel,
  about.team.linkedinLabel,
  // On the page of a place, as the name of what is kept (`shownAs`).
  waitlistDialog.sourceLabel,
];

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');

/**
 * What HTML shows: its text, and the values of its attributes. The text has no spaces, because lines and elements put some into
 * a sentence.
 */
function readHtml(html: string) {
  const { body } = new Window().document;
  body.innerHTML = html;
  const attributes = [...body.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
  return { text: withoutSpaces(body.textContent), values: attributes.map(({ value }) => value ?? '') };
}

/**
 * How often words are shown:
 * - within the text,
 * - as a whole attribute, such as a label or a placeholder,
 * - as one of the words that an island gets as JSON, and draws when it opens something.
 */
function timesShown({ text, values }: ReturnType<typeof readHtml>, words: string): number {
  const piecesOfText = text.split(withoutSpaces(words));
  const inJson = JSON.stringify(words);
  const valuesWithThem = values.filter((value) => value === words || value.includes(inJson));
  return piecesOfText.length - 1 + valuesWithThem.length;
}

const footerHtml = renderToStaticMarkup(createElement(SiteFooter));

test.for([
  ...screens.map(({ path, page }) => [path, contents[page]] as const),
  [notFoundPath, contents['not-found']] as const,
  ['the footer', { footer, credits }] as const,
])('%s shows every word that content/ has for it, as often as it has it', ([place, content = {}]) => {
  const shown = readHtml(new Map([...rendered, ['the footer', footerHtml]]).get(place) ?? '');
  const words = Object.values(content).flatMap((part) => wordsOf({ ...Object(part), meta: undefined }));
  expect(words).not.toEqual([]);
  const missing = words.filter((word) => {
    const timesWritten = words.filter((other) => other === word).length;
    return timesShown(shown, word) < timesWritten && !shownElsewhere.includes(word);
  });
  expect(missing).toEqual([]);
});

const asHtml = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

test('a hadith on a screen has its summary, its note and its grade', () => {
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
