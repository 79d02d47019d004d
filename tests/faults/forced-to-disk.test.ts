import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../database/embedded/open-embedded.ts';
import { createJoin } from '../../waitlist/join.ts';
import { copyEmbeddedList } from '../support/databases.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let forced = 0;
const real = fs.fdatasyncSync;
fs.fdatasyncSync = (descriptor) => {
  forced += 1;
  real(descriptor);
};
syncBuiltinESMExports();

test('every answer to a join comes after a write that was forced to the disk, and joins of one moment share it', async () => {
  const folder = temporaryFolder();
  copyEmbeddedList(folder.path);
  const database = await openEmbedded(folder.path);
  onTestFinished(async () => {
    await database.close();
    folder.remove();
  });
  const join = createJoin({ database, limits: { client: 1e6, network: 1e6 } });
  const request = (name: string) => ({
    email: `${name}@durable.example`,
    source: 'cta',
    client: '192.0.2.1',
  });

  await join(request('first'));
  for (let number = 0; number < 50; number += 1) {
    const before = forced;
    await join(request(`alone${number}`));
    expect(forced, `join ${number}`).toBeGreaterThan(before);
  }
  // A known address is written as a new one is, so that the response time reveals nothing.
  const beforeKnown = forced;
  await join(request('first'));
  expect(forced).toBeGreaterThan(beforeKnown);

  const before = forced;
  await Promise.all(Array.from({ length: 200 }, (_, number) => join(request(`together${number}`))));
  // Joins of one turn of the event loop share a batch; its write may take several fsyncs.
  expect(forced - before).toBeGreaterThanOrEqual(1);
  expect(forced - before).toBeLessThanOrEqual(10);
});
