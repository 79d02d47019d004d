import { expect, test } from 'vitest';
import { health } from '../../content/pages/health.ts';
import { islam } from '../../content/pages/islam.ts';
import { landing } from '../../content/pages/landing.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { site } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { everyText, rendered, summaries } from './all-words.ts';

/** Every match of the pattern, with its place and the words around it. */
function met(pattern: RegExp, texts: readonly (readonly [place: string, text: string])[] = everyText) {
  return texts.flatMap(([place, text]) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
      ({ index, 0: found }) =>
        `${place}: “${text.slice(Math.max(0, index - 30), index + found.length + 30).replaceAll('\n', ' ')}”`,
    ),
  );
}

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
// 'may' is of the agreed words: what is agreed to, not what the app does.
const trueToday = 'will|means|is being|is in development|can|could|may';

test.each<[name: string, pattern: RegExp, texts?: [place: string, text: string][]]>([
  [
    'no word that the art direction bans, nor its kin, is used, wherever a page has it from',
    // The summary of a hadith tells of a real journey.
    new RegExp(`\\b(?<!on foot on a )(${banned})`, 'i'),
    [...everyText, ...rendered],
  ],
  [
    'no exclamation mark stands anywhere but once in the success toast',
    /!/,
    everyText.map(([place, text]) => [place, text === toasts.joined.title ? text.replace('!', '') : text]),
  ],
  ['spelling is British', new RegExp(`\\b(${american})\\b`, 'i')],
  [
    'the visitor never reads the word “sample”',
    /\bsamples?\b/i,
    everyText.filter(([place]) => !place.endsWith('.md')),
  ],
  [
    'nothing is said of the app in the present tense that is not true today',
    new RegExp(
      `\\b(${site.name}|[Tt]he app|[Oo]ur app|[Tt]his app|[Tt]he coach) (?!(?:${trueToday})\\b)[a-z]+(?:s|es)\\b(?<!ss)`,
    ),
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
    ...landing.features.items,
    ...landing.advanced.groups.flatMap(({ cards }) => cards),
    ...islam.cards.items,
    ...health.cards.items,
  ].map(({ text }) => text);
  const toCome = roadmap.quarters
    .filter(({ status }) => status === 'planned')
    .flatMap(({ features }) => features.map(({ description }) => description));
  const future = /\bwill\b|\bmust\b|\bto be\b/;
  expect([...planned, ...toCome].filter((text) => !future.test(text))).toEqual([]);
});

test('no sentence has more than thirty words', () => {
  // An article's front matter and its list of sources are no sentences.
  const around = /^---\n.*?\n---\n|\n## Sources\n.*$/gs;
  const long = everyText.flatMap(([place, text]) =>
    text
      .replaceAll(around, '')
      .split(/(?<=[.?!][’)*]*)\s+|\n+/)
      .filter((sentence) => sentence.split(/\s+/).length > 30)
      .map((sentence) => `${place}: ${sentence}`),
  );
  expect(long).toEqual([]);
});
