import { test } from 'vitest';
import { startPostgres } from './postgres.ts';

const postgres = await startPostgres();

test.runIf(postgres)('a PostgreSQL that a failed test has left frozen can be stopped', async () => {
  await postgres?.freeze();
  await postgres?.stop();
});
