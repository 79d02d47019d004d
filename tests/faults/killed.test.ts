import { afterAll, expect, test, vi } from 'vitest';
import {
  expectNoneMissing,
  faultTimeout,
  rounds,
  startCrowd,
  startServerForCrowd,
} from '../support/crowd.ts';
import { bothLists } from '../support/databases.ts';
import { liftLimits } from '../support/entries.ts';
import { startPostgres, withClient } from '../support/postgres.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import { serverFolder } from '../support/test-server.ts';

vi.setConfig({ testTimeout: faultTimeout });
const { lists } = await bothLists();
const postgres = await startPostgres();
const folder = await serverFolder();
afterAll(() => postgres?.stop());

for (const { kind, options } of lists)
  test(`${kind}: no acknowledged join is lost when the server is killed`, async () => {
    const random = seededRandom(seedOfTest());
    await liftLimits(options);
    let server = await startServerForCrowd(folder, options);
    const crowd = startCrowd(() => server, 32);
    for (let round = 0; round < rounds; round += 1) {
      await crowd.moreAcknowledged(150 + random(200));
      await server.stop('SIGKILL');
      server = await startServerForCrowd(folder, options);
      expect(server.url, server.output()).not.toBe('');
    }
    await crowd.moreAcknowledged(50);
    await server.stop('SIGKILL');
    await crowd.end();
    await expectNoneMissing(crowd, options, `${kind}: server killed ${rounds + 1} times`);
  });

const faults = {
  'PostgreSQL is killed': async () => {
    await postgres?.kill();
    await postgres?.start();
  },
  'the connections are cut': (databaseUrl: string) =>
    withClient(databaseUrl, async (client) => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
      expect(rowCount).toBeGreaterThan(0);
    }),
};

test.skipIf(!postgres).for(Object.entries(faults))(
  'no acknowledged join is lost when %s, and the server goes on',
  async ([name, inject]) => {
    const databaseUrl = (await postgres?.createDatabase(name.replaceAll(' ', '_').toLowerCase())) ?? '';
    const options = { databaseUrl, dataDir: folder };
    await liftLimits(options);
    const server = await startServerForCrowd(folder, options);
    const crowd = startCrowd(() => server, 32);
    // A cut can fall where no join is being stored: then there is one more.
    for (let round = 0; round < rounds * 2 || !crowd.unanswered(); round += 1) {
      await crowd.moreAcknowledged(100);
      await inject(databaseUrl);
    }
    await crowd.moreAcknowledged(50);
    await crowd.end();
    expect(await server.stop('SIGTERM')).toBe(0);
    await expectNoneMissing(crowd, options, `${rounds * 2} times ${name}`);
  },
);
