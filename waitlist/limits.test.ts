import { expect, onTestFinished } from 'vitest';
import { refusals } from '../content/messages.ts';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { setLimit } from '../tests/support/emails.ts';
import { createJoin, type Join } from './join.ts';

const { test } = await openBothLists();
let count = 0;
let day = 0;

/** Joins on a day of its own, whose time a test sets. @param limits what a test has in place of the real ones */
async function joining(database: Database, limits: Record<string, number> = {}) {
  await setLimits(database, limits);
  day += 2;
  const midnight = Date.parse('2026-01-01') + day * 86_400_000;
  let now = midnight + 36_000_000;
  const open = () => createJoin({ database, clock: () => new Date(now) });
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { join: open(), open, pass };
}

/** Sets limits until the end of a test. */
async function setLimits(database: Database, limits: Record<string, number>): Promise<void> {
  const real = await database.query<{ name: string; most: number }>('select name, most from waitlist.limits');
  onTestFinished(async () => {
    for (const { name, most } of real) await setLimit(database, name, most);
  });
  for (const [name, most] of Object.entries(limits)) await setLimit(database, name, most);
}

const error = refusals.tooMany;

/** Tries to join once for each client address; returns how many got in. */
async function tries(join: Join, clients: string[]): Promise<number> {
  const answers = await Promise.all(
    clients.map((clientAddress) =>
      join({ email: `n${count++}@limits.example`, source: 'cta', clientAddress }),
    ),
  );
  const refused = answers.filter((answer) => !answer.success);
  for (const answer of refused) expect(answer).toEqual({ success: false, refusal: 'too-many', error });
  return answers.length - refused.length;
}

const times = (client: string, many: number) => Array.from({ length: many }, () => client);

test('one client gets exactly its share, from several processes at once', async (database) => {
  const { open } = await joining(database, { client: 100 });
  const got = await Promise.all([1, 2, 3].map(() => tries(open(), times('198.51.100.1', 100))));
  expect(got.reduce((sum, some) => sum + some, 0)).toBe(100);
});

test('a spent share comes back try by try, and is whole after the limit’s time', async (database) => {
  const { join, pass } = await joining(database, { client: 5 });
  expect(await tries(join, times('198.51.100.2', 8))).toBe(5);
  for (const [seconds, got] of [
    [119, 0],
    [2, 1],
    [600, 5],
  ] as const) {
    pass(seconds);
    expect(await tries(join, times('198.51.100.2', 8))).toBe(got);
  }
});

test('a client over its share takes nothing from its neighbours, until their network’s limit', async (database) => {
  const { join } = await joining(database, { client: 10, network: 30, global: 60 });
  for (let index = 0; index < 20; index += 1)
    await join({ email: 'no address', source: 'cta', clientAddress: '198.51.100.9' });
  expect(await tries(join, times('198.51.100.9', 500))).toBe(10);
  expect(await tries(join, times('198.51.100.10', 10))).toBe(10);
  const inside = Array.from({ length: 200 }, (_, index) => `198.51.100.${index}`);
  expect(await tries(join, inside)).toBe(10);
  expect(await tries(join, times('192.0.2.1', 10))).toBe(10);
});

test('the breaker stops everyone, and lets everyone in again a minute later', async (database) => {
  const { join, pass } = await joining(database, { global: 50 });
  let got = 0;
  for (let group = 0; group < 8; group += 1)
    got += await tries(
      join,
      Array.from({ length: 10 }, (_, index) => `10.${group * 10 + index}.0.1`),
    );
  // Joins under way at one moment do not see each other: at most those of one group may slip through.
  expect(got).toBeGreaterThanOrEqual(50);
  expect(got).toBeLessThan(60);
  expect(await tries(join, ['10.200.0.1'])).toBe(0);
  pass(60);
  expect(await tries(join, ['10.200.0.1'])).toBe(1);
});

test('while fifty networks flood, visitors from networks not seen before get in', async (database) => {
  // The proportions of the real limits, in small: a real flood would take minutes here.
  const { join } = await joining(database, { global: 600, 'network-when-busy': 2 });
  for (let round = 0; round < 30; round += 1)
    await tries(
      join,
      Array.from({ length: 50 }, (_, network) => `20.${network}.0.${round}`),
    );
  const visitors = Array.from({ length: 40 }, (_, index) => `30.${index}.0.1`);
  expect(await tries(join, visitors)).toBe(40);
});

test('a client over its share reaches the database once a second', async (database) => {
  let calls = 0;
  const query: Database['query'] = (sql, parameters) => {
    calls += Number(sql.includes('join_batch'));
    return database.query(sql, parameters);
  };
  const { join, pass } = await joining({ ...database, query }, { client: 2 });
  expect(await tries(join, times('198.51.100.30', 3))).toBe(2);
  const before = calls;
  for (let index = 0; index < 100; index += 1) await tries(join, ['198.51.100.30']);
  expect(calls).toBe(before);
  pass(1);
  await tries(join, ['198.51.100.30']);
  expect(calls).toBe(before + 1);
});

test('the refusals of at most ten thousand clients are remembered', async (database) => {
  let decided = 0;
  const query = async (sql: string, parameters: unknown[] = []) => {
    if (!sql.includes('join_batch')) return database.query(sql, parameters);
    const joins: unknown[] = JSON.parse(String(parameters[0]));
    decided += joins.length;
    return [{ refusals: joins.map(() => 'client'), errors: joins.map(() => error) }];
  };
  const { join } = await joining({ ...database, query: query as Database['query'] });
  // Not all at once: on a busy machine the last would have waited too long for its batch.
  for (let net = 0; net < 40; net += 1)
    await tries(
      join,
      Array.from({ length: 250 }, (_, number) => `10.${net}.${number}.1`),
    );
  await tries(join, ['10.0.0.1']);
  expect(decided, 'all of them are remembered').toBe(10_000);
  for (const client of ['203.0.113.1', '10.0.0.1']) await tries(join, [client]);
  expect(decided).toBe(10_002);
});
