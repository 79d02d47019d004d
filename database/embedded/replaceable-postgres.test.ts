import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyEmbeddedList } from '../../tests/support/embedded-list.ts';
import { fillList } from '../../tests/support/fill-list.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openFiles } from './open-files.ts';
import { createReplaceable } from './replaceable-postgres.ts';

async function openList() {
  const { path: dataDir, remove } = temporaryFolder();
  onTestFinished(remove);
  copyEmbeddedList(dataDir);
  const folder = join(dataDir, 'postgres');
  return { folder, postgres: createReplaceable(dataDir, await openFiles(folder)) };
}

test('a swap that fails is an error, and the list goes on as it was', async () => {
  const { postgres } = await openList();
  await fillList({ ...postgres, kind: 'embedded' }, 3);
  await expect(postgres.replace()).rejects.toThrow('is no longer in');
  expect(await postgres.query('select from waitlist.entries')).toHaveLength(3);
  await postgres.close();
});

test('a list whose files no longer open after a swap that failed can still be closed', async () => {
  const { folder, postgres } = await openList();
  rmSync(join(folder, 'PG_VERSION'));
  await expect(postgres.replace()).rejects.toThrow('it has no PG_VERSION');
  await expect(postgres.query('select 1')).rejects.toThrow('The database cannot answer');
  await postgres.close();
});
