import { Option } from 'commander';
import type { Database } from '../database/database.ts';
import { findAnnouncement, listAnnouncements } from '../mail/announcements.ts';
import type { PeopleFilter } from '../waitlist/filter.ts';
import { momentOption } from './command.ts';

/** What `filterOptions` give. */
export interface FilterOptions {
  source?: string;
  joinedSince?: Date;
  joinedUntil?: Date;
  sent?: string[];
  notSent?: string[];
}

const severalNames = (name: string, before: string[] = []) => [...before, name];

/** Whom a list, an export or an announcement is about. */
export const filterOptions = [
  new Option('--source <source>', 'only who heard of us there, such as Masjid'),
  momentOption('--joined-since <time>', 'only who first joined from this time on'),
  momentOption('--joined-until <time>', 'only who first joined before this time'),
  new Option('--sent <name>', 'only whom this announcement has reached, or may have').argParser(severalNames),
  new Option('--not-sent <name>', 'only whom this announcement has not reached').argParser(severalNames),
];

/** @throws Error when there is no announcement of a name; DatabaseUnavailable */
export async function filterFrom(database: Database, options: FilterOptions): Promise<PeopleFilter> {
  const { source = null, joinedSince, joinedUntil, sent = [], notSent = [] } = options;
  for (const name of [...sent, ...notSent]) await mustFind(database, name);
  return {
    source,
    joinedSince: joinedSince?.toISOString() ?? null,
    joinedUntil: joinedUntil?.toISOString() ?? null,
    sent,
    notSent,
  };
}

/** A filter in words, such as ` who heard of us through Masjid`; nothing for everybody. */
export function describeFilter({ source, joinedSince, joinedUntil, sent, notSent }: PeopleFilter): string {
  const conditions = [
    source !== null && `heard of us through ${source}`,
    joinedSince !== null && `joined from ${joinedSince} on`,
    joinedUntil !== null && `joined before ${joinedUntil}`,
    ...sent.map((name) => `got ${name}, or may have`),
    ...notSent.map((name) => `did not get ${name}`),
  ].filter((condition) => condition !== false);
  return conditions.map((condition) => `, and ${condition}`).join('');
}

/** @throws Error that lists the existing announcements; DatabaseUnavailable */
export async function mustFind(database: Database, name: string) {
  const found = await findAnnouncement(database, name);
  if (found) return found;
  const names = (await listAnnouncements(database)).map((known) => known.name);
  throw new Error(
    names.length === 0
      ? 'There is no announcement yet: announce plan FILE makes one.'
      : `There is no announcement ${name}. There are: ${names.join(', ')}.`,
  );
}
