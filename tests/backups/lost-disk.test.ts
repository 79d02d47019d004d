import { afterAll, test } from 'vitest';
import { seedOfTest } from '../support/seed.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startBackedUpPostgres } from './backed-up-postgres.ts';
import { loseDisks, rounds } from './lost-disk.ts';
import { ownPrograms } from './own-programs.ts';
import { printRounds } from './print-rounds.ts';

const postgres = await startBackedUpPostgres(ownPrograms);
afterAll(() => postgres?.stop());

test.runIf(postgres)(
  `no acknowledged join is lost with the disk of a PostgreSQL whose log is received on another (${rounds})`,
  async () => {
    if (!postgres) return;
    const seed = seedOfTest();
    const lost = await loseDisks(postgres, seededRandom(seed));
    printRounds(
      `PostgreSQL, base backups by pg_basebackup, TEST_SEED=${seed}`,
      lost,
      postgres.layout.backups,
    );
  },
);
