import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { joinStatus } from '../support/entries.ts';
import { withClient } from '../support/postgres.ts';
import { readiness, startPairWithServers } from './pair-with-servers.ts';

const setup = await startPairWithServers();

async function untilEachServerSays(statuses: [number, number]): Promise<void> {
  // Each server keeps the outcome of its readiness check for a second.
  while (String(await readiness(setup?.servers ?? [])) !== String(statuses)) await wait(50);
}

async function joinsOnBoth(email: string): Promise<number[]> {
  return Promise.all((setup?.servers ?? []).map((server) => joinStatus(server, email)));
}

test.runIf(setup)('while the primary is read-only both servers are not ready and refuse joins', async () => {
  if (!setup) return;
  const { pair } = setup;
  const set = (value: string) =>
    withClient(pair.primary().url, async (client) => {
      await client.query(`alter system set default_transaction_read_only = ${value}`);
      await client.query('select pg_reload_conf()');
    });
  await untilEachServerSays([200, 200]);
  expect(await joinsOnBoth('first@read-only.example')).toEqual([200, 200]);
  await set('on');
  await untilEachServerSays([503, 503]);
  expect(await joinsOnBoth('second@read-only.example')).toEqual([503, 503]);
  await set('off');
  await untilEachServerSays([200, 200]);
  expect(await joinsOnBoth('second@read-only.example')).toEqual([200, 200]);
});

test.runIf(setup)(
  'while the address leads to an old primary that came back as a standby both servers are not ready and refuse joins',
  async () => {
    if (!setup) return;
    const { pair } = setup;
    await pair.primary().kill();
    await pair.promoteStandby();
    await pair.bringBackOldPrimary();
    await untilEachServerSays([200, 200]);
    pair.address.leadTo(pair.standby().port);
    await untilEachServerSays([503, 503]);
    expect(await joinsOnBoth('third@read-only.example')).toEqual([503, 503]);
    pair.address.leadTo(pair.primary().port);
    await untilEachServerSays([200, 200]);
    expect(await joinsOnBoth('third@read-only.example')).toEqual([200, 200]);
  },
);
