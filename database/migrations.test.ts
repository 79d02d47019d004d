import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { readMigrations } from './migrations.ts';

test('a file that is not named as a migration is an error, not left out', () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const url = pathToFileURL(`${folder.path}/`);
  writeFileSync(join(folder.path, '20260101000000_good.sql'), 'select 1');
  expect(readMigrations(url)).toEqual([{ version: '20260101000000', name: 'good', sql: 'select 1' }]);
  writeFileSync(join(folder.path, '2026_bad.sql'), 'select 1');
  expect(() => readMigrations(url)).toThrow('2026_bad.sql in supabase/migrations is not named');
});
