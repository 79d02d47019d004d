import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseOptions } from '../../database/database.ts';
import { bothLists, testFolder } from '../../tests/support/databases.ts';
import { fillList, served } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { startPgBouncer } from '../../tests/support/pgbouncer.ts';
import { bareEnvironment } from '../../tests/support/processes.ts';
import { emptyList } from '../../tests/support/restores.ts';
import { countEntries } from '../../waitlist/entries.ts';
import { importPeople } from '../../waitlist/people.ts';

const { lists, postgres } = await bothLists();
const folder = testFolder();
const people = 3000;

/** The backup of a list of three thousand, by the kind of its database. */
const backups = new Map<string, string>();
for (const { kind, options } of lists) {
  await served(options, (database) => fillList(database, people));
  const file = join(folder, `${kind}.backup`);
  expect(await runCommand(options, ['backup', file])).toMatchObject({ code: 0 });
  backups.set(kind, file);
}
const backupOf = (kind: string) => backups.get(kind) ?? '';

const countPeople = (options: DatabaseOptions) => served(options, countEntries);

/** Starts a command as an operator would. */
function start({ dataDir, databaseUrl = '' }: DatabaseOptions, ...words: string[]) {
  const env = { ...bareEnvironment(), DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, ['cli/index.ts', ...words], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

for (const { kind } of lists)
  test(`${kind}: a killed restore changes nothing, and the next one brings everybody back`, async () => {
    const options = await emptyList(kind);
    await served(options, async (database) => {
      // The embedded lists of these tests are copies of one.
      await database.query('update waitlist.email_key set secret = sha256(uuid_send(gen_random_uuid()))');
      await importPeople(database, [{ email: 'old@fault.example', source: 'cta' }], false);
    });
    const restore = ['restore', backupOf(kind), '--keep-joined', '--yes'];
    const killed = start(options, ...restore);
    killed.stderr.on('data', (told) => {
      if (String(told).includes('Restoring')) killed.kill('SIGKILL');
    });
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await countPeople(options)).toBe(1);
    expect(await runCommand(options, restore)).toMatchObject({ code: 0 });
    expect(await countPeople(options)).toBe(people + 1);
  });

for (const { kind } of lists)
  test(`${kind}: of two restores at once one waits or fails, and everybody is there once`, async () => {
    const options = await emptyList(kind);
    const both = [1, 2].map(() => start(options, 'restore', backupOf(kind), '--yes'));
    const codes = await Promise.all(both.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toContain(0);
    expect(await countPeople(options)).toBe(people);
  });

test.runIf(postgres)('a backup for which there is no room leaves no file, and is named', () => {
  const file = join(folder, 'full.backup');
  const command = [process.execPath, 'cli/index.ts', 'backup', file];
  // A process that may write no file of more than eight blocks.
  const { stderr } = spawnSync('sh', ['-c', 'ulimit -f 8; exec "$0" "$@"', ...command], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: postgres?.url ?? '' },
  });
  expect(stderr).toContain(`${file} cannot be written: EFBIG`);
  expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([]);
});

/** Writes a copy of the embedded list's backup with a changed head. */
function withHead(
  change: (head: { migrations: string[]; tables: Record<string, string[]> }) => void,
): string {
  const file = join(folder, `changed-${performance.now()}.backup`);
  const lines = gunzipSync(readFileSync(backupOf('embedded')))
    .toString()
    .trimEnd()
    .split('\n');
  const head = JSON.parse(lines[0] ?? '');
  change(head);
  const kept = [JSON.stringify(head), ...lines.slice(1, -1)].map((line) => `${line}\n`).join('');
  const { end } = JSON.parse(lines.at(-1) ?? '');
  const sha256 = createHash('sha256').update(kept).digest('hex');
  writeFileSync(file, gzipSync(`${kept}${JSON.stringify({ end, sha256 })}\n`));
  return file;
}

test('in a backup of an older version, a missing column gets its default', async () => {
  const options = await emptyList('embedded');
  const older = withHead((head) => {
    head.migrations.pop();
    head.tables.entries = (head.tables.entries ?? []).filter((column) => column !== 'network_mark');
    delete head.tables.erasures;
  });
  expect(await runCommand(options, ['restore', older, '--yes'])).toMatchObject({ code: 0 });
  expect(await countPeople(options)).toBe(people);
});

test('a backup of a newer version, or with an unknown column, is refused', async () => {
  const options = await emptyList('embedded');
  const newer = withHead(({ migrations }) => void migrations.push('20990101000000'));
  const newerRestore = await runCommand(options, ['restore', newer, '--yes']);
  expect(newerRestore.err).toContain('written by another version of this software');
  for (const target of [options, await emptyList('embedded')]) {
    const rehearsed = await runCommand(target, ['restore', newer, '--dry-run']);
    expect(rehearsed).toMatchObject({ code: 1, err: expect.stringContaining('another version') });
  }
  const renamed = withHead(({ tables }) => void tables.entries?.push('first_name'));
  const renamedRestore = await runCommand(options, ['restore', renamed, '--yes']);
  expect(renamedRestore.err).toContain('this one has no entries.first_name any more');
  expect(await countPeople(options)).toBe(0);
});

for (const { kind } of lists)
  test(`${kind}: a rehearsal refuses a backup in the same words as the restore`, async () => {
    const older = withHead(({ tables }) => void tables.entries?.push('first_name'));
    const empty = await emptyList(kind);
    // Where nothing is yet: a folder, or a database without our schema.
    const nowhere = { dataDir: testFolder(), databaseUrl: empty.databaseUrl };
    for (const options of [nowhere, empty]) {
      const rehearsed = await runCommand(options, ['restore', older, '--dry-run']);
      const restored = await runCommand(options, ['restore', older, '--yes']);
      expect(restored.err).toContain('this one has no entries.first_name any more');
      expect(rehearsed).toMatchObject({ code: 1, out: '', err: restored.err });
    }
  });

test('a rehearsal where there is no list yet counts who would come, and makes nothing', async () => {
  const dataDir = testFolder();
  const rehearsed = await runCommand({ dataDir }, ['restore', backupOf('embedded'), '--dry-run', '--json']);
  expect(rehearsed.err).toContain('There is nobody here yet');
  expect(rehearsed.err).toContain('Nothing was changed.');
  expect(JSON.parse(rehearsed.out)).toMatchObject({
    target: 'empty',
    inBackup: people,
    comeBack: { count: people },
  });
  expect(readdirSync(dataDir)).toEqual([]);
});

test.runIf(postgres)('a backup and a restore go through PgBouncer', async () => {
  const url = (await postgres?.createDatabase()) ?? '';
  const pooler = await startPgBouncer(url);
  if (!pooler) return;
  onTestFinished(pooler.stop);
  const options = { databaseUrl: pooler.url, dataDir: testFolder() };
  expect(await runCommand(options, ['restore', backupOf('postgres'), '--yes'])).toMatchObject({ code: 0 });
  expect(await countPeople(options)).toBe(people);
  const file = join(folder, 'pooled.backup');
  expect((await runCommand(options, ['backup', file])).err).toContain('3,000 people');
});
