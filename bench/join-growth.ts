import type { DatabaseOptions } from '../database/database.ts';
import { liftLimits } from '../tests/support/entries.ts';
import { joinBatch } from '../waitlist/join.ts';
import { openForServer } from '../waitlist/list/open-list.ts';
import { median } from './median.ts';

const sizes = [1_000, 100_000, 1_000_000];
const batchesMeasured = 300;
const batchSize = 64;
/** Rows inserted by one statement: with more it would exceed the connection's time limit. */
const fillSize = 20_000;

/**
 * What a join costs as the list grows: the median of batches of 64 through `waitlist.join_batch`, on one connection.
 * Takes an empty list; returns microseconds a join for each size. The sizes follow one another, because alternating runs
 * would need the list to shrink again.
 */
export async function measureGrowth(
  options: DatabaseOptions,
): Promise<{ rows: number; microseconds: number }[]> {
  await liftLimits(options);
  const database = await openForServer(options);
  const results = [];
  let stored = 0;
  for (const rows of sizes) {
    for (; stored < rows; stored += Math.min(fillSize, rows - stored)) {
      await database.query(
        `insert into waitlist.entries (email, canonical, source, joined_at, consented_at, consent_wording, state)
         select format('g%s@bench.example', n), format('%s@bench.example', md5(n::text)), 'cta', now(), now(), 'w', 'joined'
           from generate_series($1::int, $2::int) as n`,
        [stored + 1, Math.min(stored + fillSize, rows)],
      );
    }
    await database.query('checkpoint');
    const times: number[] = [];
    for (let batch = 0; batch < batchesMeasured; batch += 1) {
      const joins = Array.from({ length: batchSize }, (_, row) => ({
        email: `${rows}r${batch}r${row}@grow.example`,
        source: 'cta',
        clientHash: `c${batch}r${row}`,
        networkHash: `n${row}`,
      }));
      const start = performance.now();
      const decisions = await joinBatch({ database, joins });
      times.push(performance.now() - start);
      const refused = decisions.find(({ result }) => !result.success);
      if (refused)
        throw new Error(`A join was refused, so joins are not measured: ${JSON.stringify(refused)}`);
    }
    results.push({ rows, microseconds: (median(times) * 1000) / batchSize });
  }
  await database.close();
  return results;
}
