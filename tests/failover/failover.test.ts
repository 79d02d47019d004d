import { on } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, test as base, expect, onTestFinished, vi } from 'vitest';
import { postJoin, type ServerProcess } from '../contract/start-server.ts';
import { serverFolder, serverOfTests } from '../contract/test-server.ts';
import { liftLimits, startCrowd } from '../faults/crowd.ts';
import { storedInPostgres } from '../support/entries.ts';
import { withClient } from '../support/postgres.ts';
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';

const rounds = Number(process.env.FAILOVER_ROUNDS ?? 20);

/** Connections of one server to the database (database/open-database.ts). */
const connectionsOfOneServer = 10;

// Two servers of the product on a primary and its standby, which they reach by the address that follows the primary.
const here = await startPostgresPair();
const pair = here as PostgresPair;
const test = base.runIf(here);
vi.setConfig({ testTimeout: 60_000 * (rounds + 1) });
afterAll(() => here?.stop());
const folder = await serverFolder();
const servers: ServerProcess[] = [];
if (here) {
  await liftLimits({ databaseUrl: pair.url, dataDir: folder });
  const settings = { DATABASE_URL: pair.url, TRUST_PROXY: '1', LOG_LEVEL: 'silent' };
  for (let server = 0; server < 2; server += 1) servers.push(await serverOfTests(folder, settings));
}

const joinsOnBoth = (email: string) =>
  Promise.all(servers.map(async (server) => (await postJoin(server, email)).status));
const readiness = () => Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));

async function untilBothSay(status: 200 | 503): Promise<void> {
  // Each server keeps the outcome of its readiness check for a second.
  while ((await readiness()).some((said) => said !== status)) await wait(50);
}

/** Not ready and no join, then, after `mend`, ready and joins. */
async function expectRefusals(name: string, mend: () => Promise<unknown>): Promise<void> {
  await untilBothSay(503);
  expect(await joinsOnBoth(`${name}@failover.example`)).toEqual([503, 503]);
  await mend();
  await untilBothSay(200);
  expect(await joinsOnBoth(`${name}@failover.example`)).toEqual([200, 200]);
}

/** The number of the product's back ends at the primary, and of those that wait for the standby. */
async function backEnds(): Promise<{ all: number; waiting: number }> {
  const { rows } = await withClient(pair.primary().url, (client) =>
    client.query<{ all: number; waiting: number }>(
      `select count(*)::int as all, count(*) filter (where wait_event = 'SyncRep')::int as waiting
         from pg_stat_activity where application_name = 'waitlist'`,
    ),
  );
  return rows[0] ?? { all: 0, waiting: 0 };
}

test('while the standby is frozen every join is answered 503, none is acknowledged, and back ends do not accumulate', async () => {
  const thaw = await pair.standby().freeze();
  onTestFinished(thaw);
  for (let wave = 0; wave < 3; wave += 1) {
    const askedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, person) => joinsOnBoth(`w${wave}p${person}@frozen.example`)),
    );
    const seconds = ((performance.now() - askedAt) / 1000).toFixed(1);
    expect(new Set(answers.flat())).toEqual(new Set([503]));
    expect(await readiness()).toEqual([503, 503]);
    const { all, waiting } = await backEnds();
    console.log(`64 joins refused within ${seconds} s; ${all} back ends, ${waiting} of them waiting`);
    expect(all).toBeLessThanOrEqual(2 * connectionsOfOneServer);
  }
  await expectRefusals('frozen', async () => thaw());
  while ((await backEnds()).waiting > 0) await wait(50);
});

test(`no acknowledged join is lost in ${rounds} failovers at random moments`, async () => {
  const seed = seedOfTest();
  console.log(`${rounds} failovers, TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  await untilBothSay(200);
  let turn = 0;
  const crowd = startCrowd(() => servers[turn++ % 2] as ServerProcess, 64);
  const promotions: number[] = [];
  const firstJoins: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await crowd.moreAcknowledged(50 + random(150));
    await pair.primary().kill();
    const killedAt = performance.now();
    const secondsSince = () => (performance.now() - killedAt) / 1000;
    const firstJoin = (async () => {
      for await (const [askedAt] of on(crowd.heard, 'joined')) if (askedAt > killedAt) break;
      return secondsSince();
    })();
    await pair.promoteStandby();
    promotions.push(secondsSince());
    await pair.bringBackOldPrimary();
    firstJoins.push(await firstJoin);
  }
  await crowd.moreAcknowledged(200);
  await crowd.end();
  const stored = await storedInPostgres(pair.primary().url);
  const missing = [...crowd.acknowledged].filter((email) => !stored.has(email));
  console.log(
    [
      `${crowd.acknowledged.size} acknowledged, ${crowd.unanswered()} answered 503 or not at all, acknowledged minus stored: ${missing.length}`,
      `seconds until the standby was the primary: ${spread(promotions)}`,
      `seconds until the first acknowledged join, with the next standby copied meanwhile: ${spread(firstJoins)}`,
    ].join('\n'),
  );
  expect(crowd.unanswered()).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

function spread(seconds: number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]?.toFixed(2);
  return `${at(0)} at least, ${at(0.5)} median, ${at(1)} at most`;
}

test('while the address leads to an old primary that came back as a standby both servers are not ready and refuse joins', async () => {
  await untilBothSay(200);
  pair.address.leadTo(pair.standby().port);
  await expectRefusals('old', async () => pair.address.leadTo(pair.primary().port));
});
