import { Option } from 'commander';
import type { Database } from '../database/database.ts';
import type { PeopleFilter } from '../waitlist/filter.ts';
import { momentOption } from './command.ts';
import { assertAnnouncementExists } from './existing-announcement.ts';

/** What `filterOptions` give. */
export interface FilterOptions {
  source?: string;
  joinedSince?: Date;
  joinedUntil?: Date;
  sent?: string[];
  notSent?: string[];
}

const severalNames = (name: string, before: string[] = []) => [...before, name];

/** The options that choose the people of a list, an export or an announcement. */
export const filterOptions = [
  new Option('--source <source>', 'only people who heard of us there, such as Masjid'),
  momentOption('--joined-since <time>', 'only people who first joined from this time on'),
  momentOption('--joined-until <time>', 'only people who first joined before this time'),
  new Option('--sent <name>', 'only people whom this announcement has reached, or may have').argParser(
    severalNames,
  ),
  new Option('--not-sent <name>', 'only people whom this announcement has not reached').argParser(
    severalNames,
  ),
];

/** The filter that the options ask for. @throws Error when there is no announcement of a name; DatabaseUnavailable */
export async function filterFrom(database: Database, options: FilterOptions): Promise<PeopleFilter> {
  const { source = null, joinedSince, joinedUntil, sent = [], notSent = [] } = options;
  for (const name of [...sent, ...notSent]) await assertAnnouncementExists(database, name);
  return {
    source,
    joinedSince: joinedSince?.toISOString() ?? null,
    joinedUntil: joinedUntil?.toISOString() ?? null,
    sent,
    notSent,
  };
}

/** A filter in words, such as `, and heard of us through Masjid`; nothing for everybody. */
export function describeFilter({ source, joinedSince, joinedUntil, sent, notSent }: PeopleFilter): string {
  const conditions = [];
  if (source !== null) conditions.push(`heard of us through ${source}`);
  if (joinedSince !== null) conditions.push(`joined from ${joinedSince} on`);
  if (joinedUntil !== null) conditions.push(`joined before ${joinedUntil}`);
  for (const name of sent) conditions.push(`got ${name}, or may have`);
  for (const name of notSent) conditions.push(`did not get ${name}`);
  return conditions.map((condition) => `, and ${condition}`).join('');
}
