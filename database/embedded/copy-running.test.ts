import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyEmbeddedList } from '../../tests/support/embedded-list.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { copyRunning } from './copy-running.ts';
import { openEmbedded } from './open-embedded.ts';

test('a copy that cannot be written ends the database’s backup', async () => {
  const { path: dataDir, remove } = temporaryFolder();
  copyEmbeddedList(dataDir);
  const database = await openEmbedded(dataDir);
  onTestFinished(() => database.close().then(remove));
  writeFileSync(join(dataDir, 'file'), '');
  const copy = copyRunning(database, join(dataDir, 'postgres'), join(dataDir, 'file', 'copy'));
  await expect(copy).rejects.toThrow('ENOTDIR');
  await expect(database.query('select pg_backup_stop()')).rejects.toThrow('backup is not in progress');
});
