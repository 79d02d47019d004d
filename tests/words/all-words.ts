import { readdirSync, readFileSync } from 'node:fs';
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

/** All that content/pages/ exports, by the name of its file: a page that is added is read like the others. */
const pages = import.meta.glob<Record<string, unknown>>('../../content/pages/*.ts', { eager: true });

/** The content of every screen of docs/specification.md#screens, by its name. */
export const screens = { landing, islam, health, blog, pricing, about, roadmap, privacy, notFound };

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

/** The summaries of verses and hadith, as [id, text]. */
export const summaries: [id: string, text: string][] = citations.flatMap(({ id, gist, note }) =>
  [gist, note ?? ''].filter(Boolean).map((text): [string, string] => [id, text]),
);
