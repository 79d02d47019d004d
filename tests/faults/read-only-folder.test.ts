import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { makeServerFolder, removeFolder } from '../contract/start-server.ts';
import { copyEmbeddedList } from '../support/databases.ts';
import { smallDisk } from '../support/temporary-folder.ts';
import { startServerForCrowd } from './crowd.ts';

const disk = smallDisk();
const folder = await makeServerFolder();
afterAll(async () => {
  disk?.unmount();
  await removeFolder(folder);
});

const oneSentence = /^The data folder \S+ cannot be (written|made or kept private): .*\.\n$/;

/** Starts a server that must exit by itself; returns its exit code and its output. */
async function refusedStart(dataDir: string) {
  const server = await startServerForCrowd(folder, { dataDir });
  expect(server.url, 'it should not have started').toBe('');
  return { code: server.process.exitCode, said: server.output() };
}

test.skipIf(!disk)(
  'on a read-only disk an existing list, an empty folder and a missing one are refused in a sentence that names the folder',
  async () => {
    const path = disk?.path ?? '';
    const places = ['list', 'empty', 'none'].map((name) => join(path, name));
    const [list = '', empty = ''] = places;
    copyEmbeddedList(list);
    const database = await openDatabase({ dataDir: list });
    await database.query("select add_to_waitlist('kept@read-only.example', 'cta')");
    await database.close();
    mkdirSync(empty, { mode: 0o700 });

    disk?.makeReadOnly();
    for (const place of places) {
      const { code, said } = await refusedStart(place);
      expect(code, said).toBe(1);
      expect(said).toMatch(oneSentence);
      expect(said).toContain(place);
    }

    disk?.makeWritable();
    const again = await openDatabase({ dataDir: list });
    expect(await again.query('select email from waitlist.entries')).toEqual([
      { email: 'kept@read-only.example' },
    ]);
    await again.close();
  },
);
