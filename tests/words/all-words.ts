import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { welcomeEmail } from '../../content/emails/welcome.ts';
import { didYouMean } from '../../content/mailboxes.ts';
import * as messages from '../../content/messages.ts';
import * as navigation from '../../content/navigation.ts';
import type { Headline } from '../../content/page-parts.ts';
import { about } from '../../content/pages/about.ts';
import { blog } from '../../content/pages/blog.ts';
import { health } from '../../content/pages/health.ts';
import { islam } from '../../content/pages/islam.ts';
import { landing } from '../../content/pages/landing.ts';
import { notFound } from '../../content/pages/not-found.ts';
import { pricing } from '../../content/pages/pricing.ts';
import { privacy } from '../../content/pages/privacy.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import * as prayerDay from '../../content/prayer-day.ts';
import { citations } from '../../content/scripture.ts';
import { toasts } from '../../content/toasts.ts';

/** All that content/pages/ exports, by the name of its file: a page that is added is read like the others. */
const pages = import.meta.glob<Record<string, unknown>>('../../content/pages/*.ts', { eager: true });

/** The content of every screen of docs/specification.md#screens, by its name. */
export const screens = { landing, islam, health, blog, pricing, about, roadmap, privacy, notFound };

/** The content of every page: what has a title for search engines, by its name. */
export const pageContents = Object.values(pages)
  .flatMap((exported) => Object.entries(exported))
  .filter((entry): entry is [string, object] => Object.hasOwn(Object(entry[1]), 'meta'));

/** Every place that words come from, by its name. */
const sources = {
  ...Object.fromEntries(
    Object.entries(pages).map(([path, content]) => [path.replace(/^.*\/|\.ts$/g, ''), content]),
  ),
  welcomeEmail,
  navigation,
  messages,
  didYouMean,
  prayerDay,
};

/** Keys whose values are names for the machine: never read by a visitor, or not as a sentence. */
const machineKeys = new Set(
  `column hour href icon id kept image linkedin moon path priority
  quote reference references status suffix sun sunnah table url verse version website`.split(/\s+/),
);

const headline = ({ before, emphasis, after }: Headline) =>
  `${before ? `${before} ` : ''}${emphasis}${after}`;

/** All the strings in any content that a visitor reads. */
export function wordsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  if ('emphasis' in content) return [headline(content as Headline)];
  return Object.entries(content).flatMap(([key, value]) => (machineKeys.has(key) ? [] : wordsOf(value)));
}

/**
 * Texts that several places share on purpose: the agreed words beside each form, the toasts’ own, the advice to ask a doctor,
 * who we are.
 */
export const saidTwice = new Set(
  [messages.consent, messages.refusals, toasts, health.note.text, welcomeEmail.sentBy].flatMap(wordsOf),
);

const articles = new URL('../../content/articles/', import.meta.url);

/** The articles’ files as they lie on disk, by their names. */
export const articleTexts: [name: string, text: string][] = readdirSync(articles)
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(new URL(name, articles), 'utf8')]);

/** Everything a visitor reads, as [where it stands, text]. */
export const everyText: [place: string, text: string][] = [
  ...Object.entries(sources).flatMap(([place, content]) =>
    wordsOf(content).map((text): [string, string] => [place, text]),
  ),
  ...articleTexts,
];

/** The summaries of verses and hadith, as [id, text]. */
export const summaries: [id: string, text: string][] = citations.flatMap(({ id, gist, note }) =>
  [gist, note ?? ''].filter(Boolean).map((text): [string, string] => [id, text]),
);

/** An article without its front matter and its list of sources, which others may share. */
export const proseOf = (text: string) =>
  text.replace(/^---\n.*?\n---\n/s, '').replace(/\n## Sources\n.*$/s, '');

/** `everyText` without the texts that places share on purpose, and with only the prose of articles. */
export const ownTexts = everyText
  .filter(([, text]) => !saidTwice.has(text))
  .map(([place, text]): [string, string] => [place, place.endsWith('.md') ? proseOf(text) : text]);

/** The sources whose words a visitor may read, without tests: each path with its text. */
export function sourcesOf(folders: string): [path: string, text: string][] {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const paths = globSync(`{${folders}}/**/*.{ts,tsx,mjs,css,md}`, { cwd: root });
  return paths
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(root + path, 'utf8')]);
}
