import { expect, test } from 'vitest';
import { openBothDatabases } from '../../tests/support/databases.ts';
import { createJoin } from './join.ts';

const { databases } = await openBothDatabases();
let count = 0;

/** Many tries from one client or several; how many of them got in. */
async function tries(join: ReturnType<typeof createJoin>, clients: string[]): Promise<number> {
  const answers = await Promise.all(
    clients.map((client) => {
      count += 1;
      return join({ email: `n${count}@limits.example`, source: 'cta', client });
    }),
  );
  const refused = answers.filter((answer) => !answer.success);
  for (const answer of refused) {
    expect(answer).toEqual({
      success: false,
      refusal: 'too-many',
      error: 'There have been many tries in a short time. Wait ten minutes and try again.',
    });
  }
  return answers.length - refused.length;
}

const times = (client: string, many: number) => Array.from({ length: many }, () => client);

test.for(databases)(
  '$kind: one client gets exactly its share, from several processes at once',
  async ({ database }) => {
    const clock = () => new Date('2026-01-01T10:00:00Z');
    const doors = [1, 2, 3].map(() => createJoin({ database, clock, limits: { client: 100 } }));
    const got = await Promise.all(doors.map((join) => tries(join, times('198.51.100.1', 100))));
    expect(got.reduce((sum, some) => sum + some, 0)).toBe(100);
  },
);

test.for(databases)('$kind: the share is there again when the window has passed', async ({ database }) => {
  let now = new Date('2026-01-02T10:00:00Z');
  const join = createJoin({ database, clock: () => now, limits: { client: 5 } });
  expect(await tries(join, times('198.51.100.2', 8))).toBe(5);
  now = new Date('2026-01-02T10:09:59Z');
  expect(await tries(join, times('198.51.100.2', 8))).toBe(0);
  now = new Date('2026-01-02T10:10:00Z');
  expect(await tries(join, times('198.51.100.2', 8))).toBe(5);
});

test.for(databases)('$kind: a new day brings a new key, and yesterday’s is deleted', async ({ database }) => {
  let now = new Date('2026-01-03T23:59:00Z');
  const join = createJoin({ database, clock: () => now });
  await tries(join, ['198.51.100.3']);
  now = new Date('2026-01-04T00:00:00Z');
  await tries(join, ['198.51.100.3']);
  const days = await database.query<{ day: string }>(
    "select day::text from waitlist.client_keys where day < '2026-01-05'",
  );
  expect(days).toEqual([{ day: '2026-01-04' }]);
});

test.for(databases)(
  '$kind: an IPv6 client is its /64, whatever address it takes in it',
  async ({ database }) => {
    const clock = () => new Date('2026-01-05T10:00:00Z');
    const join = createJoin({ database, clock, limits: { client: 10 } });
    const inside = Array.from({ length: 30 }, (_, index) => `2001:db8:7:7::${index.toString(16)}`);
    expect(await tries(join, inside)).toBe(10);
    expect(await tries(join, ['2001:db8:7:8::1'])).toBe(1);
  },
);

test.for(databases)(
  '$kind: one that changes its address inside its block meets the limit of the block',
  async ({ database }) => {
    const clock = () => new Date('2026-01-06T10:00:00Z');
    const join = createJoin({ database, clock, limits: { network: 40 } });
    const inside = Array.from({ length: 200 }, (_, index) => `198.51.100.${index}`);
    expect(await tries(join, inside)).toBe(40);
  },
);

test.for(databases)(
  '$kind: a client over its own share takes nothing from its neighbours',
  async ({ database }) => {
    const clock = () => new Date('2026-01-07T10:00:00Z');
    const join = createJoin({ database, clock, limits: { client: 10, network: 30, everyone: 60 } });
    expect(await tries(join, times('198.51.100.9', 500))).toBe(10);
    expect(await tries(join, times('198.51.100.10', 10))).toBe(10);
    expect(await tries(join, times('192.0.2.1', 10))).toBe(10);
  },
);

test.for(databases)(
  '$kind: the breaker stops everyone, and lets everyone in again a minute later',
  async ({ database }) => {
    let now = new Date('2026-01-08T10:00:00Z');
    const join = createJoin({ database, clock: () => now, limits: { everyone: 50 } });
    let got = 0;
    for (let group = 0; group < 8; group += 1) {
      got += await tries(
        join,
        Array.from({ length: 10 }, (_, index) => `10.${group * 10 + index}.0.1`),
      );
    }
    // Joins under way at one moment do not see each other: at most those of one group may slip through.
    expect(got).toBeGreaterThanOrEqual(50);
    expect(got).toBeLessThan(60);
    expect(await tries(join, ['10.200.0.1'])).toBe(0);
    now = new Date('2026-01-08T10:01:00Z');
    expect(await tries(join, ['10.200.0.1'])).toBe(1);
  },
);

test.for(databases)(
  '$kind: a hall of a hundred people behind one address gets in under the limits as they are',
  async ({ database }) => {
    const clock = () => new Date('2026-01-09T10:00:00Z');
    expect(await tries(createJoin({ database, clock }), times('198.51.100.77', 100))).toBe(100);
  },
);

test.for(databases)('$kind: tries of windows gone by are swept up', async ({ database }) => {
  const clock = () => new Date('2026-02-01T10:00:00Z');
  await tries(createJoin({ database, clock }), ['198.51.100.1']);
  const [old] = await database.query<{ tries: number }>(
    "select count(*)::int as tries from waitlist.tries where ends_at <= '2026-02-01T10:00:00Z'",
  );
  expect(old?.tries).toBe(0);
});

test.for(databases)('$kind: no address of a client is anywhere in the database', async ({ database }) => {
  await tries(createJoin({ database }), ['203.0.113.254', '2001:db8:beef::1']);
  const [clear] = await database.query<{ rows: number }>(
    "select count(*)::int as rows from waitlist.tries where key like '%203.0.113%' or key like '%beef%'",
  );
  expect(clear?.rows).toBe(0);
});
