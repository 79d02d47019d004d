import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test as base, expect, onTestFinished } from 'vitest';
import { expectNoneMissing, startCrowd, startServerForCrowd } from '../support/crowd.ts';
import { copyEmbeddedList } from '../support/databases.ts';
import { liftLimits } from '../support/entries.ts';
import { smallDisk } from '../support/temporary-folder.ts';
import { serverFolder } from '../support/test-server.ts';

const disk = smallDisk();
const test = base.skipIf(!disk);
const path = disk?.path ?? '';
const folder = await serverFolder();
afterAll(() => disk?.unmount());

/** Fills the disk to the last bytes, while a server may be writing too; returns a function that frees the space. */
function fill(): () => void {
  const ballast = join(path, 'ballast');
  const descriptor = openSync(ballast, 'w');
  for (let size = 1 << 20; size >= 512; ) {
    try {
      writeSync(descriptor, Buffer.alloc(size));
    } catch {
      size /= 2;
    }
  }
  closeSync(descriptor);
  const free = () => rmSync(ballast, { force: true });
  onTestFinished(free);
  return free;
}

test('on a full disk no join is acknowledged, and with space joins go on', async () => {
  const options = { dataDir: join(path, 'list') };
  copyEmbeddedList(options.dataDir);
  await liftLimits(options);
  let server = await startServerForCrowd(folder, options);
  const crowd = startCrowd(() => server, 16);
  await crowd.moreAcknowledged(200);

  const freeSpace = fill();
  // The tables may still have room in their last pages: a full disk is noticed only when a file must grow.
  const before = crowd.unanswered();
  const refused = (async () => {
    while (crowd.unanswered() === before) await new Promise((resolve) => setTimeout(resolve, 50));
  })();
  await Promise.race([server.closed, refused]);

  freeSpace();
  // Either it has answered 503 and goes on, or PostgreSQL panicked because of its WAL and the process exits with 70.
  const goesOn = crowd.moreAcknowledged(200);
  await Promise.race([server.closed, goesOn]);
  const died = server.child.exitCode;
  expect([null, 70]).toContain(died);
  if (died !== null) server = await startServerForCrowd(folder, options);
  await goesOn;
  await crowd.end();
  expect(await server.stop('SIGTERM')).toBe(0);
  await expectNoneMissing(crowd, options, `disk filled (${died === null ? '503' : 'ended with 70'})`);
});

test('a start on a full disk says so, and succeeds when there is space', async () => {
  const freeSpace = fill();
  for (const name of ['list', 'second']) {
    const refused = await startServerForCrowd(folder, { dataDir: join(path, name) });
    expect(refused.url).toBe('');
    expect(refused.output()).toContain('is full. Nothing is lost');
  }
  freeSpace();
  rmSync(join(path, 'list'), { recursive: true });
  const server = await startServerForCrowd(folder, { dataDir: join(path, 'second') });
  expect(server.url).not.toBe('');
  expect(await server.stop('SIGTERM')).toBe(0);
  rmSync(join(path, 'second'), { recursive: true });
});
