import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { joinStatus } from '../support/entries.ts';
import { type PostgresServer, withClient } from '../support/postgres.ts';
import { cancelWaitsUntil } from '../support/postgres-pair.ts';
import { readiness, startPairWithServers } from './pair-with-servers.ts';

const setup = await startPairWithServers();

/** Connections of one server to the database (database/open-database.ts). */
const connectionsOfOneServer = 10;

async function freezeStandby(standby: PostgresServer): Promise<() => void> {
  const thaw = await standby.freeze();
  onTestFinished(thaw);
  return thaw;
}

/** The number of the product's back ends at the primary, and of those that wait for the standby. */
async function backEnds(primary: PostgresServer): Promise<{ all: number; waiting: number }> {
  const { rows } = await withClient(primary.url, (client) =>
    client.query<{ all: number; waiting: number }>(
      `select count(*)::int as all, count(*) filter (where wait_event = 'SyncRep')::int as waiting
         from pg_stat_activity where application_name = 'waitlist'`,
    ),
  );
  return rows[0] ?? { all: 0, waiting: 0 };
}

test.runIf(setup)(
  'while the standby is frozen every join is answered 503, none is acknowledged, and back ends do not accumulate',
  async () => {
    if (!setup) return;
    const { pair, servers } = setup;
    for (const server of servers) expect(await joinStatus(server, 'before@frozen.example')).toBe(200);
    const thaw = await freezeStandby(pair.standby());
    const counts: string[] = [];
    const seconds: number[] = [];
    for (let wave = 0; wave < 3; wave += 1) {
      const askedAt = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, person) =>
          joinStatus(servers[person % 2 === 0 ? 0 : 1], `w${wave}p${person}@frozen.example`),
        ),
      );
      seconds.push((performance.now() - askedAt) / 1000);
      expect(new Set(answers)).toEqual(new Set([503]));
      expect(await readiness(servers)).toEqual([503, 503]);
      const { all, waiting } = await backEnds(pair.primary());
      counts.push(`${all} (${waiting} waiting)`);
      expect(all).toBeLessThanOrEqual(2 * connectionsOfOneServer);
    }
    console.log(
      `back ends after each wave of 64 refused joins: ${counts.join(', ')}; answered after at most ${Math.max(...seconds).toFixed(1)} s`,
    );

    thaw();
    for (const server of servers) {
      while ((await joinStatus(server, 'after@frozen.example')) !== 200) await wait(50);
    }
    while ((await readiness(servers)).some((status) => status !== 200)) await wait(50);
    while ((await backEnds(pair.primary())).waiting > 0) await wait(50);
  },
);

test.runIf(setup)(
  'a join whose wait for the frozen standby is cancelled by an operator is answered 503',
  async () => {
    if (!setup) return;
    const { pair, servers } = setup;
    await freezeStandby(pair.standby());
    const answer = joinStatus(servers[0], 'cancelled@frozen.example');
    const cancelled = await cancelWaitsUntil(answer, pair.primary().url, '%join_batch%');
    expect(await answer).toBe(503);
    expect(cancelled).toBeGreaterThan(0);
  },
);
