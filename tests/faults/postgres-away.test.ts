import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeServerFolder, removeFolder } from '../contract/start-server.ts';
import { startPostgres } from '../support/postgres.ts';
import { compare, faultTimeout, liftLimits, rounds, startCrowd, startServerForCrowd } from './crowd.ts';

const postgres = await startPostgres();
const folder = await makeServerFolder();
afterAll(async () => {
  await postgres?.stop();
  await removeFolder(folder);
});

/** Starts a server on a database of its own and a crowd that joins there; `account` stops both and compares. */
async function crowdBeforeServer(name: string) {
  const databaseUrl = (await postgres?.createDatabase(name)) ?? '';
  const options = { databaseUrl, dataDir: folder };
  await liftLimits(options);
  const server = await startServerForCrowd(folder, options);
  const crowd = startCrowd({ server: () => server, people: 32 });
  return {
    databaseUrl,
    crowd,
    async account() {
      await crowd.moreAcknowledged(50);
      await crowd.end();
      expect(await server.stop('SIGTERM')).toBe(0);
      return compare(crowd, options);
    },
  };
}

test.skipIf(!postgres)(
  'no acknowledged join is lost when PostgreSQL is killed in the middle of many, and the server goes on by itself',
  { timeout: faultTimeout },
  async () => {
    const { crowd, account } = await crowdBeforeServer('killed');
    for (let round = 0; round < rounds; round += 1) {
      await crowd.moreAcknowledged(200);
      await postgres?.kill();
      await postgres?.start();
    }
    const { acknowledged, missing, unasked } = await account();
    console.log(
      `PostgreSQL killed ${rounds} times, ${acknowledged} joins acknowledged, ${missing.length} missing`,
    );
    expect(crowd.unanswered).toBeGreaterThan(0);
    expect(missing).toEqual([]);
    expect(unasked).toEqual([]);
  },
);

test.skipIf(!postgres)(
  'no acknowledged join is lost when the connections are cut in the middle of many',
  { timeout: faultTimeout },
  async () => {
    const { databaseUrl, crowd, account } = await crowdBeforeServer('cut');
    const operator = new Client({ connectionString: databaseUrl });
    await operator.connect();
    let cut = 0;
    for (let round = 0; round < rounds * 5; round += 1) {
      await crowd.moreAcknowledged(50);
      const { rows } = await operator.query<{ done: boolean }>(
        `select pg_terminate_backend(pid) as done from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
      cut += rows.filter(({ done }) => done).length;
    }
    await operator.end();
    const { acknowledged, missing, unasked } = await account();
    console.log(
      `${cut} connections cut in ${rounds * 5} rounds, ${acknowledged} joins acknowledged, ${missing.length} missing`,
    );
    expect(cut).toBeGreaterThan(0);
    expect(missing).toEqual([]);
    expect(unasked).toEqual([]);
  },
);
