import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { makeServerFolder, removeFolder, type ServerProcess } from '../contract/start-server.ts';
import { liftLimits, startCrowd, startServerForCrowd } from '../faults/crowd.ts';
import { copyEmbeddedList } from '../support/databases.ts';
import { storedInEmbedded } from '../support/entries.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import { lacking, printRounds, rounds } from './lost-disk.ts';

const folder = await makeServerFolder();
afterAll(() => removeFolder(folder));
const dataDir = join(folder, 'disk');
const backups = join(folder, 'backups');
const file = join(backups, 'list.backup');
const run = promisify(execFile);

/** Runs a command of the CLI as a separate process, as the founder does; returns the JSON that it prints. */
async function command(...words: string[]): Promise<Record<string, string>> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout } = await run(process.execPath, [resolve('cli/index.ts'), ...words, '--json'], { env });
  return JSON.parse(stdout);
}

test(`losing the disk of an embedded list loses joins made after its backup, and none made before it (${rounds})`, async () => {
  const seed = seedOfTest();
  const random = seededRandom(seed);
  mkdirSync(backups);
  copyEmbeddedList(dataDir);
  await liftLimits({ dataDir });
  let server: ServerProcess = await startServerForCrowd(folder, { dataDir });
  let acknowledgedAt = new Map<string, number>();
  const crowd = startCrowd({
    server: () => server,
    people: 16,
    onAcknowledged: (email) => acknowledgedAt.set(email, Date.now()),
  });
  const rows: object[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await crowd.moreAcknowledged(100 + random(400));
    const { upTo = '' } = await command('backup', file);
    await crowd.moreAcknowledged(100 + random(1000));
    await wait(random(300));
    await server.stop('SIGKILL');
    rmSync(dataDir, { recursive: true });

    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    await command('restore', file, '--yes');
    const secondsToRestore = seconds();
    const stored = await storedInEmbedded(dataDir);
    const before = [...acknowledgedAt].filter(([, at]) => at < Date.parse(upTo));
    const missing = before.filter(([email]) => !stored.has(email));
    expect([...stored].filter((email) => !crowd.asked.has(email))).toEqual([]);
    const { lost, ofTheLastSeconds } = lacking(acknowledgedAt, stored);
    const acknowledged = acknowledgedAt.size;
    acknowledgedAt = new Map([...acknowledgedAt].filter(([email]) => stored.has(email)));

    const more = crowd.moreAcknowledged(1);
    server = await startServerForCrowd(folder, { dataDir });
    await more;
    rows.push({
      round,
      acknowledged,
      'before the backup': before.length,
      'missing of these': missing.length,
      'lost of later': lost,
      'of the last seconds': ofTheLastSeconds,
      secondsToRestore,
      secondsToJoin: seconds(),
    });
    expect(missing).toEqual([]);
  }
  await crowd.end();
  printRounds(`Embedded, TEST_SEED=${seed}`, rows, backups);
});
