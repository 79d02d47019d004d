import { readdirSync, readFileSync } from 'node:fs';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { documents } from '../../app/documents.ts';
import { PageSections } from '../../app/shell/page-shell.tsx';
import type { Headline } from '../../content/page-parts.ts';
import { citations } from '../../content/scripture.ts';

const files = import.meta.glob<Record<string, unknown>>(['../../content/**/*.ts', '!**/*.test.ts'], {
  eager: true,
});

/** All that the files of content/ export, by path below that folder: a file that is added is read like the others. */
const contents = Object.fromEntries(
  Object.entries(files).map(([path, exported]) => [path.replace('../../content/', ''), exported]),
);

/** All that content/pages/ exports, by the name of its file. */
export const pages = Object.fromEntries(
  Object.entries(contents).flatMap(([path, exported]) => {
    const [, name] = path.match(/^pages\/([\w-]+)\.ts$/) ?? [];
    return name ? [[name, exported]] : [];
  }),
);

/** The words of scripture, which voice.test.ts reads by themselves, and the blessing spelt out for a screen reader. */
const notOurWords = ['scripture.ts', 'blessing.ts'];

/** Only the owner reads `needs`; `image` names a portrait, and `kept` a rule of the database. */
const unreadKeys = ['needs', 'image', 'kept'];

/** An id, a date, a path or an address: a name for the machine. */
const isMachineName = (text: string) => /^[a-z0-9-]+$|^(https?:|mailto:|\/)/.test(text);

/** All the strings in any content that a visitor reads. */
export function wordsOf(content: unknown): string[] {
  if (typeof content === 'string') return isMachineName(content) ? [] : [content];
  if (typeof content !== 'object' || content === null) return [];
  if ('emphasis' in content) {
    const { before, emphasis, after } = content as Headline;
    return [`${before ? `${before} ` : ''}${emphasis}${after}`];
  }
  return Object.entries(content).flatMap(([key, value]) => (unreadKeys.includes(key) ? [] : wordsOf(value)));
}

const articles = new URL('../../content/articles/', import.meta.url);

/** Everything a visitor reads, as [where it stands, text]. */
export const everyText: [place: string, text: string][] = [
  ...Object.entries(contents)
    .filter(([path]) => !notOurWords.includes(path))
    .flatMap(([place, content]) => wordsOf(content).map((text): [string, string] => [place, text])),
  ...readdirSync(articles)
    .filter((name) => name.endsWith('.md'))
    .map((name): [string, string] => [name, readFileSync(new URL(name, articles), 'utf8')]),
];

/** Every document as HTML, as [path, html]. */
export const rendered = await Promise.all(
  documents.map(async ({ path, load }): Promise<[path: string, html: string]> => {
    const page = await load();
    const sections = createElement(PageSections, { page });
    return [path, renderToStaticMarkup(createElement(Fragment, null, page.hero, sections))];
  }),
);

/** The summaries of verses and hadith, as [id, text]. */
export const summaries: [id: string, text: string][] = citations.flatMap(({ id, gist, note }) =>
  [gist, note ?? ''].filter(Boolean).map((text): [string, string] => [id, text]),
);
