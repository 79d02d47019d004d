import type { Database } from '../../database/database.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { pauseSending } from '../../waitlist/sending.ts';

/** A summary of a list, for comparing two copies. */
export interface Contents {
  entries: number;
  lastId: number;
  /** Sum of the hashes of all addresses. */
  digest: number;
}

export interface BackedUp {
  entries: number;
  /** Every join that was answered before this is in the backup. */
  upTo: Date;
}

/** Rows; an embedded database answers nothing else while it reads them, which takes a few milliseconds. */
const pageSize = 10_000;

/** Counts the entries page by page, so that joins are served in between. @throws DatabaseUnavailable */
export async function contentsOf(database: Database, upTo = Number.MAX_SAFE_INTEGER): Promise<Contents> {
  const contents: Contents = { entries: 0, lastId: 0, digest: 0 };
  for (;;) {
    const [page]: { entries: number; last: string | null; digest: string }[] = await database.query(
      `select count(*)::int as entries, max(id)::text as last, coalesce(sum(hashtext(canonical)), 0)::text as digest
         from (
           select id, canonical from waitlist.entries where id > $1::bigint and id <= $2::bigint order by id limit ${pageSize}
         ) as page`,
      [contents.lastId, upTo],
    );
    if (!page || page.last === null) return contents;
    contents.entries += page.entries;
    contents.lastId = Number(page.last);
    contents.digest += Number(page.digest);
  }
}

/** @throws Error when a copy differs from what the list held before */
export function assertSame(held: Contents, before: Contents): void {
  if (held.entries === before.entries && held.digest === before.digest) return;
  throw new Error(
    `Read back, the copy holds ${held.entries} of ${before.entries} entries. Somebody may have been erased meanwhile: run the backup again.`,
  );
}

/** Pauses sending and records the restore; to be called before anything else uses the list. @throws DatabaseUnavailable */
export async function markRestored(database: Database, entries: number): Promise<void> {
  await pauseSending(database, 'the list was restored from a backup');
  await recordAction(database, 'restore', entries);
}
