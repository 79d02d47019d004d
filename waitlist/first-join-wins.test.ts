import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { createJoin, joinBatch } from './join.ts';

const { databases } = await openBothDatabases();

test.for(databases)(
  '$kind: of two joins of one address in one batch, the one that came first is kept, its spelling and its source',
  async ({ database }) => {
    const batches: string[] = [];
    const watched: Database = {
      ...database,
      query(sql, parameters) {
        if (sql.includes('join_batch')) batches.push(sql);
        return database.query(sql, parameters);
      },
    };
    // The first joins of a process must also ask for the key of the day: that must not change who is first.
    const join = createJoin({ database: watched });
    // Enough of them, and not in the order of the addresses, to show a sort that is not stable.
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => {
        const name = `p${(turn * 7) % 20}`;
        const email = `${turn < 20 ? name : name.toUpperCase()}@first.example`;
        return join({ email, source: turn < 20 ? 'YouTube' : 'cta', client: '' });
      }),
    );
    expect(batches).toHaveLength(1);
    expect(answers).toEqual(Array(200).fill({ success: true }));
    const stored = await database.query<{ email: string; canonical: string; source: string }>(
      "select email, canonical, source from waitlist.entries where canonical like '%@first.example'",
    );
    expect(stored).toHaveLength(20);
    for (const { email, canonical, source } of stored)
      expect([email, source]).toEqual([canonical, 'YouTube']);
  },
);

test.for(databases)(
  '$kind: two joins of one address in two batches of the same moment both succeed, and the consent is recorded once',
  async ({ database }) => {
    const moment = new Date();
    for (const source of ['YouTube', 'Friend']) {
      const joins = [{ email: 'twice@moment.example', source, client: '', network: '' }];
      const [decision] = await joinBatch({ database, joins, moment });
      expect(decision?.result).toEqual({ success: true });
    }
    const noted = await database.query<{ via: string }>(
      "select via from waitlist.evidence join waitlist.entries on id = entry_id where email = 'twice@moment.example'",
    );
    expect(noted).toEqual([{ via: 'YouTube' }]);
  },
);
