import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeServerFolder, removeFolder } from '../contract/start-server.ts';
import { liftLimits, startServerForCrowd } from '../faults/crowd.ts';
import { joinStatus, storedInPostgres } from '../support/entries.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import { lacking } from './lost-disk.ts';
import { fromArchiveAlone, startPostgresWithPgBackRest } from './pgbackrest.ts';

/** Between two joins: they are so few that no WAL segment is full before archive_timeout (60 s). */
const pauseMs = 100;

const { postgres, backupTool } = await startPostgresWithPgBackRest();
afterAll(postgres.stop);

test('with few joins the archive alone loses up to archive_timeout of them, and with the receiver none is lost', async () => {
  const random = seededRandom(seedOfTest());
  const folder = await makeServerFolder();
  onTestFinished(() => removeFolder(folder));
  const options = { databaseUrl: postgres.url, dataDir: folder };
  await liftLimits(options);
  const server = await startServerForCrowd(folder, options);
  const acknowledgedAt = new Map<string, number>();
  await backupTool.backUp();
  const endAt = Date.now() + 65_000 + random(60_000);
  for (let number = 0; Date.now() < endAt; number += 1) {
    const email = `quiet${number}@faults.example`;
    expect(await joinStatus(server, email)).toBe(200);
    acknowledgedAt.set(email, Date.now());
    await wait(pauseMs);
  }
  await Promise.all([postgres.loseDisk(), server.stop('SIGKILL')]);

  const alone = await backupTool.restoreBeside(fromArchiveAlone);
  const { lost, ofTheLastSeconds } = lacking(acknowledgedAt, await storedInPostgres(alone.url));
  await alone.stop();
  await postgres.restore();
  console.log(
    `${acknowledgedAt.size} joins; the archive alone loses ${lost} of the last ${ofTheLastSeconds.toFixed(1)} s`,
  );
  expect(lost).toBeGreaterThan(0);
  expect(lacking(acknowledgedAt, await storedInPostgres(postgres.url)).lost).toBe(0);
});
