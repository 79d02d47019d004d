import type { Database } from '../../database/database.ts';
import { queryOne } from '../../database/query-one.ts';
import { fingerprintOfList } from './read-list.ts';

/**
 * What stands in the place that a backup goes into: nothing yet, a list that was moved away, an earlier or later state of the list in
 * the backup, or another list.
 */
export type Target = 'empty' | 'moved' | 'same' | 'another';

/**
 * What stands in the place.
 * @param list which one is in the backup, as `fingerprintOfList` names it
 * @throws DatabaseUnavailable
 */
export async function findTarget(database: Database, list: string): Promise<Target> {
  const [found] = await database.query<{ moved: boolean; filled: boolean }>(
    `select moved_to is not null as moved,
            exists (select from waitlist.entries) or exists (select from waitlist.suppressions)
              or exists (select from waitlist.erasures) or exists (select from waitlist.announcements) as filled
       from waitlist.list_state`,
  );
  if (found?.moved) return 'moved';
  if (!found?.filled) return 'empty';
  return (await fingerprintOfList(database)) === list ? 'same' : 'another';
}

/** The people who were erased from the list that is there, by code, with the keys of the codes. */
export interface Erasures {
  /** In hex: the key of this list, and those of other lists whose erasures a restore has taken over. */
  keys: string[];
  /** The moment of each. */
  moments: Map<string, number>;
}

/** @throws DatabaseUnavailable */
export async function erasuresOf(database: Database, target: Target): Promise<Erasures> {
  // A list that was moved away knows nothing newer than a backup.
  if (target === 'empty' || target === 'moved') return { keys: [], moments: new Map() };
  const { keys } = await queryOne<{ keys: string[] }>(
    database,
    `select array(select encode(list_key, 'hex') from unnest(array[secret] || other_secrets) as list_key) as keys
       from waitlist.email_key`,
  );
  const erasures = await database.query<{ code: string; ms: number }>(
    'select address_code::text as code, (extract(epoch from erased_at) * 1000)::float8 as ms from waitlist.erasures',
  );
  return { keys, moments: new Map(erasures.map(({ code, ms }) => [code, ms])) };
}
