import { afterAll, expect, test } from 'vitest';
import { makeServerFolder, removeFolder } from '../contract/start-server.ts';
import { bothDatabases } from '../support/databases.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import {
  expectNoneMissing,
  faultTimeout,
  liftLimits,
  rounds,
  startCrowd,
  startServerForCrowd,
} from './crowd.ts';

const { places } = await bothDatabases();
const folder = await makeServerFolder();
afterAll(() => removeFolder(folder));

// What happens when the database is killed, tests/failover sees.
test.for(places)(
  '$kind: no acknowledged join is lost when the server is killed in the middle of many',
  { timeout: faultTimeout },
  async ({ kind, options }) => {
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
  },
);
