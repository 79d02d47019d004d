import type { Database } from '../../database/database.ts';
import { queryOne } from '../../database/query-one.ts';
import type { Backup } from './backup-file.ts';
import { fingerprintOfList } from './read-list.ts';

/**
 * What stands in the place that a backup goes into: nothing yet, a list that was moved away, an earlier or later state of the list in
 * the backup, or another list.
 */
export type Target = 'empty' | 'moved' | 'same' | 'another';

/** @throws DatabaseUnavailable */
export async function findTarget(database: Database, backup: Backup): Promise<Target> {
  const [found] = await database.query<{ moved: boolean; filled: boolean }>(
    `select moved_to is not null as moved,
            exists (select from waitlist.entries) or exists (select from waitlist.suppressions)
              or exists (select from waitlist.erasures) or exists (select from waitlist.announcements) as filled
       from waitlist.list_state`,
  );
  if (found?.moved) return 'moved';
  if (!found?.filled) return 'empty';
  return (await fingerprintOfList(database)) === backup.head.list ? 'same' : 'another';
}

/** The people who were erased from the list that is there, by code, with the key of the codes. */
export interface Erasures {
  /** Null for a list that knows of no erasure. */
  key: string | null;
  /** The moment of each. */
  moments: Map<string, number>;
}

/** @throws DatabaseUnavailable */
export async function erasuresOf(database: Database, target: Target): Promise<Erasures> {
  // A list that was moved away knows nothing newer than a backup.
  if (target === 'empty' || target === 'moved') return { key: null, moments: new Map() };
  const { key } = await queryOne<{ key: string }>(
    database,
    "select encode(secret, 'hex') as key from waitlist.email_key",
  );
  const erasures = await database.query<{ code: string; ms: number }>(
    'select address_code::text as code, (extract(epoch from erased_at) * 1000)::float8 as ms from waitlist.erasures',
  );
  return { key, moments: new Map(erasures.map(({ code, ms }) => [code, ms])) };
}
