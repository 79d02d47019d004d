import type { Database } from '../../database/open-database.ts';

type Query = Database['query'];

/** In parts, because a tool's statement may take no longer than a join's. */
const part = 20_000;

/** Puts tries into the table that ended an hour ago, as so many clients would have left them. */
export async function insertOldTries(query: Query, rows: number): Promise<void> {
  for (let first = 0; first < rows; first += part) {
    await query(
      `insert into waitlist.tries (ends_at, limit_name, key, count)
       select date_trunc('minute', now()) - interval '1 hour', 'client', 'old' || number, 1
         from generate_series($1::integer, $2::integer) as number`,
      [first + 1, Math.min(first + part, rows)],
    );
  }
}

/** How many of them are left. */
export async function countOldTries(query: Query): Promise<number> {
  const [row] = await query<{ left: number }>(
    `select count(*)::integer as left from waitlist.tries where ends_at < now() - interval '30 minutes'`,
  );
  return row?.left ?? 0;
}
