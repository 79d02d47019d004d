import { expect } from 'vitest';
import type { Database } from '../../database/database.ts';
import { countEntries, type EntryCounts } from '../../waitlist/count-entries.ts';

/** The same figures, counted from all entries. */
async function countEverybody(database: Database): Promise<EntryCounts> {
  const [row] = await database.query<{ counts: EntryCounts }>(
    `with joined as (select *, to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD') as day from waitlist.entries where state = 'joined'),
          sources as (select source, count(*) as entries from joined group by 1),
          days as (select day, count(*) as entries from joined group by 1)
     select jsonb_build_object(
       'total', (select count(*) from joined),
       'confirmed', (select count(confirmed_at) from joined),
       'left', (select count(*) from waitlist.entries where state = 'left'),
       'joinedLast24Hours', (select count(*) from joined where joined_at >= date_trunc('minute', now() - interval '24 hours')),
       'joinedLast7Days', (select count(*) from joined where joined_at >= date_trunc('minute', now() - interval '7 days')),
       'duringFlood', (select count(*) from joined where during_flood),
       'bySource', (select coalesce(jsonb_agg(jsonb_build_object('source', source, 'entries', entries) order by entries desc, source), '[]') from sources),
       'byDay', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'entries', entries) order by day), '[]') from days)
     ) as counts`,
  );
  if (!row) throw new Error('No counts.');
  const { bySource, ...figures } = row.counts;
  const sorted = bySource.sort((a, b) => b.entries - a.entries || a.source.localeCompare(b.source));
  return { ...figures, bySource: sorted };
}

/** Expects `countEntries` to equal a count of all entries. */
export async function expectExactCounts(database: Database): Promise<void> {
  for (;;) {
    const minute = Math.floor(Date.now() / 60_000);
    const [counts, counted] = [await countEntries(database), await countEverybody(database)];
    // The figures depend on the minute, which may have changed between the two counts.
    if (minute !== Math.floor(Date.now() / 60_000)) continue;
    expect(counts).toEqual(counted);
    return;
  }
}
