import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { createJoin } from './join.ts';

const { databases } = await openBothDatabases();
let count = 0;

/** Tries to join once for each client; returns how many got in. */
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
      error: 'There have been many tries in a short time. Wait a minute and try again.',
    });
  }
  return answers.length - refused.length;
}

const times = (client: string, many: number) => Array.from({ length: many }, () => client);

test.for(databases)(
  '$kind: one client gets exactly its share, from several processes at once',
  async ({ database }) => {
    const clock = () => new Date('2026-01-01T10:00:00Z');
    const servers = [1, 2, 3].map(() => createJoin({ database, clock, limits: { client: 100 } }));
    const got = await Promise.all(servers.map((join) => tries(join, times('198.51.100.1', 100))));
    expect(got.reduce((sum, some) => sum + some, 0)).toBe(100);
  },
);

test.for(databases)(
  '$kind: a share used up comes back one try after another, and whole after the limit’s time',
  async ({ database }) => {
    let now = new Date('2026-01-02T10:00:00Z');
    const join = createJoin({ database, clock: () => now, limits: { client: 5 } });
    expect(await tries(join, times('198.51.100.2', 8))).toBe(5);
    now = new Date('2026-01-02T10:01:59Z');
    expect(await tries(join, times('198.51.100.2', 8))).toBe(0);
    now = new Date('2026-01-02T10:02:01Z');
    expect(await tries(join, times('198.51.100.2', 8))).toBe(1);
    now = new Date('2026-01-02T10:12:01Z');
    expect(await tries(join, times('198.51.100.2', 8))).toBe(5);
  },
);

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
  '$kind: a client that changes its address inside its network meets the limit of the network',
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
    const join = createJoin({ database, clock, limits: { client: 10, network: 30, global: 60 } });
    expect(await tries(join, times('198.51.100.9', 500))).toBe(10);
    expect(await tries(join, times('198.51.100.10', 10))).toBe(10);
    expect(await tries(join, times('192.0.2.1', 10))).toBe(10);
  },
);

test.for(databases)(
  '$kind: the breaker stops everyone, and lets everyone in again a minute later',
  async ({ database }) => {
    let now = new Date('2026-01-08T10:00:00Z');
    const join = createJoin({ database, clock: () => now, limits: { global: 50 } });
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

test.for(databases)('$kind: what cannot be an address uses up nobody’s share', async ({ database }) => {
  const clock = () => new Date('2026-01-10T10:00:00Z');
  const join = createJoin({ database, clock, limits: { client: 3, global: 3 } });
  for (let index = 0; index < 5; index += 1) {
    const refused = await join({ email: 'no address', source: 'cta', client: '198.51.100.5' });
    expect(refused).toMatchObject({ refusal: 'address' });
  }
  expect(await tries(join, times('198.51.100.5', 3))).toBe(3);
});

/** The proportions of the real ones, in small: a real flood would take minutes here. */
const flooding = { global: 600, busy: 400, 'network-when-busy': 2 };

test.for(databases)(
  '$kind: while fifty networks flood, visitors from networks not seen before get in, and all are marked',
  async ({ database }) => {
    const clock = () => new Date('2026-01-12T10:00:00Z');
    const join = createJoin({ database, clock, limits: flooding });
    for (let round = 0; round < 30; round += 1) {
      await tries(
        join,
        Array.from({ length: 50 }, (_, network) => `20.${network}.0.${round}`),
      );
    }
    const visitors = Array.from({ length: 40 }, (_, index) => `30.${index}.0.1`);
    expect(await tries(join, visitors)).toBe(40);
    const [marked] = await database.query<{ entries: number }>(
      "select count(*)::int as entries from waitlist.entries where during_flood and joined_at = '2026-01-12T10:00:00Z'",
    );
    expect(marked?.entries).toBeGreaterThanOrEqual(40);
  },
);

test.for(databases)('$kind: joins of a quiet time are not marked', async ({ database }) => {
  const clock = () => new Date('2026-01-14T10:00:00Z');
  await tries(createJoin({ database, clock }), times('198.51.100.1', 10));
  const [marked] = await database.query<{ entries: number }>(
    "select count(*)::int as entries from waitlist.entries where during_flood and joined_at = '2026-01-14T10:00:00Z'",
  );
  expect(marked?.entries).toBe(0);
});

test.for(databases)(
  '$kind: a client that goes on after its share is used up reaches the database once a second',
  async ({ database }) => {
    let now = new Date('2026-01-15T10:00:00Z');
    let calls = 0;
    const counted: Database = {
      ...database,
      query(sql, parameters) {
        if (sql.includes('join_batch')) calls += 1;
        return database.query(sql, parameters);
      },
    };
    const join = createJoin({ database: counted, clock: () => now, limits: { client: 2 } });
    expect(await tries(join, times('198.51.100.30', 3))).toBe(2);
    const before = calls;
    for (let index = 0; index < 100; index += 1) await tries(join, ['198.51.100.30']);
    expect(calls).toBe(before);
    now = new Date('2026-01-15T10:00:01Z');
    await tries(join, ['198.51.100.30']);
    expect(calls).toBe(before + 1);
  },
);

test.for(databases)('$kind: no address of a client is anywhere in the database', async ({ database }) => {
  await tries(createJoin({ database }), ['203.0.113.254', '2001:db8:beef::1']);
  const [clear] = await database.query<{ rows: number }>(
    "select count(*)::int as rows from waitlist.rate_limits where key like '%203.0.113%' or key like '%beef%'",
  );
  expect(clear?.rows).toBe(0);
});
