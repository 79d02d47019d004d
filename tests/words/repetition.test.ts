import { expect, test } from 'vitest';
import { articleTexts, ownTexts, pageContents, saidTwice, type screens, wordsOf } from './all-words.ts';

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\s]/gu, '');

/** A sentence ends in a full stop or question mark and has at least four words: anything else is a label or a name. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.?])\s+|\n/)
    .filter((sentence) => /[.?]$/.test(sentence))
    .map((sentence) => plain(sentence).trim())
    .filter((sentence) => sentence.split(/\s+/).length >= 4);
}

function placesOf(pieces: (text: string) => string[]): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const [place, text] of ownTexts) {
    for (const piece of pieces(text)) places.set(piece, (places.get(piece) ?? new Set()).add(place));
  }
  return places;
}

const onSeveral = (places: Map<string, Set<string>>) =>
  [...places]
    .filter(([, where]) => where.size > 1)
    .map(([piece, where]) => `${piece}: ${[...where].join(', ')}`);

test('no sentence of a page is repeated on another', () => {
  expect(onSeveral(placesOf(sentencesOf))).toEqual([]);
});

test('no run of seven words of a page is met again on another', () => {
  const runs = (text: string) => {
    const words = plain(text).split(/\s+/);
    return words.slice(6).map((_, index) => words.slice(index, index + 7).join(' '));
  };
  expect(onSeveral(placesOf(runs))).toEqual([]);
});

test('no sentence stands twice on one page', () => {
  for (const [name, content] of pageContents) {
    const { stored, ...rest }: { stored?: typeof screens.privacy.stored } = content;
    const fields = stored ? wordsOf([stored.title, stored.lede]) : [];
    const own = [...wordsOf(rest), ...fields].filter((text) => !saidTwice.has(text));
    const sentences = own.flatMap(sentencesOf);
    const twice = sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index);
    expect(twice, name).toEqual([]);
  }
});

test('no article repeats a sentence of its own', () => {
  for (const [name, text] of articleTexts) {
    const sentences = sentencesOf(text);
    expect(
      sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index),
      name,
    ).toEqual([]);
  }
});
