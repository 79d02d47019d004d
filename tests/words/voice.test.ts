import { expect, test } from 'vitest';
import { day } from '../../content/pages/landing/day.ts';
import { site } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import {
  articleTexts,
  everyText,
  ownTexts,
  pageContents,
  proseOf,
  saidTwice,
  screens,
  sourcesOf,
  summaries,
  wordsOf,
} from './all-words.ts';

/** Every match of the pattern, with its place and the words around it. */
function met(pattern: RegExp, texts: readonly (readonly [place: string, text: string])[] = everyText) {
  return texts.flatMap(([place, text]) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
      ({ index, 0: found }) =>
        `${place}: “${text.slice(Math.max(0, index - 30), index + found.length + 30).replaceAll('\n', ' ')}”`,
    ),
  );
}

const pagesOnly = everyText.filter(([place]) => !place.endsWith('.md'));
const banned = [
  'supercharg|unlock|game.?chang|journey|seamless|effortless|revolution|empower|elevate',
  '|cutting.edge|leverag|holistic|next level|world.class|skyrocket|hurry|limited time|don.t miss',
  '|last chance|hack',
].join('');
const american = [
  '(organi|memori|prioriti|reali|recogni|customi|optimi|minimi|maximi|summari|personali|analy|apologi|emphasi)z(e|es|ed|ing|er|ation)',
  '|(col|behavi|fav|hon|lab|neighb|harb|rum|flav)or(s|ed|ing|ful|ite|ites|hood)?',
  '|(cent|theat|fib|lit)er(s|ed)?|(cancel|travel|label|model|signal)(ed|ing|er)|fulfill',
  '|enroll(s|ment)?|gray|judgment|skeptic\\w*|catalog|mom|fall semester|gotten|practicing|defense',
  '|math|vacation|toward|afterward',
].join('');
// Words typed into a page's file stand in no content.
const comment = /\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs;
const typed = sourcesOf('app,mail').map(([path, text]): [string, string] => [
  path,
  text.replaceAll(comment, ''),
]);
// 'may' is of the agreed words: what is agreed to, not what the app does.
const trueToday = 'will|means|is being|is in development|can|could|may';

test.each<[name: string, pattern: RegExp, texts?: [place: string, text: string][]]>([
  [
    'no word that the art direction bans, nor its kin, is used, in content/ or elsewhere',
    new RegExp(`\\b(${banned})`, 'i'),
    [...everyText, ...typed],
  ],
  [
    'no exclamation mark stands anywhere but once in the success toast',
    /!/,
    everyText.map(([place, text]) => [place, text === toasts.joined.title ? text.replace('!', '') : text]),
  ],
  ['spelling is British', new RegExp(`\\b(${american})\\b`, 'i')],
  [
    'quotation marks and apostrophes are typographic, but in the words the specification gives',
    /['"]/,
    ownTexts.filter(([place]) => !place.endsWith('.md')),
  ],
  ['the visitor never reads the word “sample”', /\bsamples?\b/i, pagesOnly],
  ['no text is empty, padded or spaced twice', /^\s|\s$|^$|\s\s/, pagesOnly],
  [
    'nothing is said of the app in the present tense that is not true today',
    new RegExp(
      `\\b(${site.name}|[Tt]he app|[Oo]ur app|[Tt]his app|[Tt]he coach) (?!(?:${trueToday})\\b)[a-z]+(?:s|es)\\b(?<!ss)`,
    ),
  ],
  [
    'an email is called an email, never a letter',
    /\bletters?\b(?! by letter)(?<!letter by letter|small letters|lost a letter)/i,
  ],
  [
    'the Prophet is never named without the blessing, which stands in its sign everywhere',
    /\bProphet\b(?! ﷺ)|[Pp]eace be upon him/,
    [...everyText, ...summaries],
  ],
  [
    'no reward is promised and no ruling is given',
    /\b(guarantee|you will be rewarded|hasanat|sins? (will )?(be )?forgiven|earn (more )?reward|haram|makruh|fatwa|it is (permissible|forbidden|obligatory))/i,
  ],
])('%s', (_, pattern, texts) => {
  expect(met(pattern, texts)).toEqual([]);
});

test('every planned feature is told in the future tense', () => {
  const planned = [
    ...screens.landing.features.items,
    ...screens.landing.advanced.groups.flatMap(({ cards }) => cards),
    ...screens.islam.cards.items,
    ...screens.health.cards.items,
  ].map(({ text }) => text);
  const toCome = screens.roadmap.quarters
    .filter(({ status }) => status === 'planned')
    .flatMap(({ features }) => features.map(({ description }) => description));
  const future = /\bwill\b|\bmust\b|\bto be\b/;
  expect([...planned, ...toCome].filter((text) => !future.test(text))).toEqual([]);
});

test('every example of an ordinary day is called one', () => {
  expect(screens.landing.features.lede).toMatch(/For example/);
  expect(day.label).toMatch(/example/);
});

test('no sentence has more than thirty words', () => {
  const texts = everyText.map(
    ([place, text]) => [place, place.endsWith('.md') ? proseOf(text) : text] as const,
  );
  const long = texts.flatMap(([place, text]) =>
    text
      .split(/(?<=[.?!][’)*]*)\s+|\n+/)
      .filter((sentence) => sentence.split(/\s+/).length > 30)
      .map((sentence) => `${place}: ${sentence}`),
  );
  expect(long).toEqual([]);
});

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\s]/gu, '');

/** A sentence ends in a full stop or question mark and has at least four words: anything else is a label or a name. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.?])\s+|\n/)
    .filter((sentence) => /[.?]$/.test(sentence))
    .map((sentence) => plain(sentence).trim())
    .filter((sentence) => sentence.split(/\s+/).length >= 4);
}

/** Every run of seven words in a text. */
function runsOf(text: string): string[] {
  const words = plain(text).split(/\s+/);
  return words.slice(6).map((_, index) => words.slice(index, index + 7).join(' '));
}

test('no sentence of a page, nor any run of seven words, is met again on another', () => {
  const places = new Map<string, Set<string>>();
  for (const [place, text] of ownTexts) {
    for (const piece of [...sentencesOf(text), ...runsOf(text)])
      places.set(piece, (places.get(piece) ?? new Set()).add(place));
  }
  const onSeveral = [...places].filter(([, where]) => where.size > 1);
  expect(onSeveral.map(([piece, where]) => `${piece}: ${[...where].join(', ')}`)).toEqual([]);
});

const repeated = (sentences: string[]) =>
  sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index);

test('no sentence stands twice on one page or in one article', () => {
  for (const [name, text] of articleTexts) expect(repeated(sentencesOf(text)), name).toEqual([]);
  for (const [name, content] of pageContents) {
    const { stored, ...rest }: { stored?: typeof screens.privacy.stored } = content;
    const fields = stored ? wordsOf([stored.title, stored.lede]) : [];
    const own = [...wordsOf(rest), ...fields].filter((text) => !saidTwice.has(text));
    expect(repeated(own.flatMap(sentencesOf)), name).toEqual([]);
  }
});
