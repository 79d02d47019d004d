import type { Database } from '../../database/database.ts';

type Query = Database['query'];

/** Inserted in batches, because a tool's statement has the same time limit as a join's. */
const part = 20_000;

/** Inserts tries whose allowance was fully restored an hour ago, as so many clients would have left them. */
export async function insertOldTries(query: Query, rows: number): Promise<void> {
  for (let first = 0; first < rows; first += part) {
    await query(
      `insert into waitlist.rate_limits (limit_name, key, full_again_at, granted)
       select 'client', 'old' || number, now() - interval '1 hour', 1
         from generate_series($1::integer, $2::integer) as number`,
      [first + 1, Math.min(first + part, rows)],
    );
  }
}

/** How many of them are left. */
export async function countOldTries(query: Query): Promise<number> {
  const [row] = await query<{ left: number }>(
    `select count(*)::integer as left from waitlist.rate_limits where full_again_at < now() - interval '30 minutes'`,
  );
  return row?.left ?? 0;
}
