import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withClient } from '../support/postgres-client.ts';
import { joinStatus, readiness, startPairWithServers } from './pair-with-servers.ts';

const together = await startPairWithServers();

async function untilEachServerSays(statuses: [number, number]): Promise<void> {
  // An outcome stands for a second: the state of now is what they say once that is over.
  while (String(await readiness(together?.servers ?? [])) !== String(statuses)) await wait(50);
}

async function joinsOnBoth(email: string): Promise<number[]> {
  return Promise.all((together?.servers ?? []).map((server) => joinStatus(server, email)));
}

test.runIf(together)(
  'at a primary that takes no writes both servers are not ready and refuse joins, until it takes them again',
  async () => {
    if (!together) return;
    const { pair } = together;
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
  },
);

test.runIf(together)(
  'where the address leads to an old primary that came back as a standby both servers are not ready and refuse joins',
  async () => {
    if (!together) return;
    const { pair } = together;
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
