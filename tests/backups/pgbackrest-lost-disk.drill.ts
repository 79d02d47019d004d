import { afterAll, test } from 'vitest';
import { storedInPostgres } from '../support/entries.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import { lacking, loseDisks, printRounds, rounds } from './lost-disk.ts';
import { fromArchiveAlone, startPostgresWithPgBackRest } from './pgbackrest.ts';

const { postgres, backupTool } = await startPostgresWithPgBackRest();
afterAll(postgres.stop);

test(`no acknowledged join is lost with the disk of a PostgreSQL that pgBackRest keeps (${rounds})`, async () => {
  const seed = seedOfTest();
  const lost = await loseDisks(postgres, seededRandom(seed), async (acknowledgedAt) => {
    const alone = await backupTool.restoreBeside(fromArchiveAlone);
    const stored = await storedInPostgres(alone.url);
    await alone.stop();
    const { lost, ofTheLastSeconds } = lacking(acknowledgedAt, stored);
    return { 'lost without the receiver': lost, 'of the last seconds': ofTheLastSeconds };
  });
  printRounds(`PostgreSQL, pgBackRest, TEST_SEED=${seed}`, lost, postgres.layout.backups);
});
