import { readdirSync, readFileSync } from 'node:fs';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { documents } from '../../app/documents.ts';
import { PageSections } from '../../app/shell/page-shell.tsx';
import { welcomeEmail } from '../../content/emails/welcome.ts';
import { didYouMean } from '../../content/mailboxes.ts';
import * as messages from '../../content/messages.ts';
import * as navigation from '../../content/navigation.ts';
import type { Headline } from '../../content/page-parts.ts';
import * as prayerDay from '../../content/prayer-day.ts';
import { citations } from '../../content/scripture.ts';

const pageFiles = import.meta.glob<Record<string, unknown>>('../../content/pages/*.ts', { eager: true });

/** All that content/pages/ exports, by the name of its file: a page that is added is read like the others. */
export const pages = Object.fromEntries(
  Object.entries(pageFiles).map(([path, content]) => [path.replace(/^.*\/|\.ts$/g, ''), content]),
);

/** Every place that words come from, by its name. */
const sources = {
  ...pages,
  welcomeEmail,
  navigation,
  messages,
  didYouMean,
  prayerDay,
};

/** Keys whose values are names for the machine: never read by a visitor, or not as a sentence. */
const machineKeys = new Set([
  'column',
  'hour',
  'href',
  'icon',
  'id',
  'kept',
  'image',
  'linkedin',
  'moon',
  'needs',
  'path',
  'priority',
  'quote',
  'reference',
  'references',
  'shownAs',
  'status',
  'suffix',
  'sun',
  'sunnah',
  'table',
  'url',
  'verse',
  'version',
  'website',
]);

/** All the strings in any content that a visitor reads. */
export function wordsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  if ('emphasis' in content) {
    const { before, emphasis, after } = content as Headline;
    return [`${before ? `${before} ` : ''}${emphasis}${after}`];
  }
  return Object.entries(content).flatMap(([key, value]) => (machineKeys.has(key) ? [] : wordsOf(value)));
}

const articles = new URL('../../content/articles/', import.meta.url);

/** Everything a visitor reads, as [where it stands, text]. */
export const everyText: [place: string, text: string][] = [
  ...Object.entries(sources).flatMap(([place, content]) =>
    wordsOf(content).map((text): [string, string] => [place, text]),
  ),
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
