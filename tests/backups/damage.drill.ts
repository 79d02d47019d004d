import { globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runPostgresTool } from '../support/postgres.ts';
import { startPostgresWithPgBackRest } from './pgbackrest.ts';

const { postgres, backupTool } = await startPostgresWithPgBackRest();
afterAll(postgres.stop);

/** Flips one bit in the middle of the largest file below a folder; returns a function that restores the file. */
function damage(folder: string): () => void {
  const [largest = ''] = globSync(`${folder}/**/*`)
    .filter((file) => statSync(file).isFile())
    .toSorted((a, b) => statSync(b).size - statSync(a).size);
  const sound = readFileSync(largest);
  const damaged = Buffer.from(sound);
  const middle = damaged.length >> 1;
  damaged[middle] = (damaged[middle] ?? 0) ^ 1;
  writeFileSync(largest, damaged);
  return () => writeFileSync(largest, sound);
}

test.for(['backup', 'archive'])('a damaged bit below %s is noticed by verify', async (part) => {
  await backupTool.backUp();
  await backupTool.verify();
  const repair = damage(`${postgres.layout.backups}/repository/${part}`);
  await expect(backupTool.verify()).rejects.toThrow();
  repair();
  await backupTool.verify();
});

test('a repository that cannot be read stops a restore, which does not end early and look complete', async () => {
  const { binaries, folder, data, backups, port } = postgres.layout;
  const log = join(folder, 'start.log');
  const options = `-p ${port} -c unix_socket_directories=${folder}`;
  const control = (...args: string[]) =>
    runPostgresTool(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args], folder, backupTool.environment);
  await backupTool.backUp();
  await postgres.loseDisk();
  await runPostgresTool('mkdir', ['-p', dirname(data)], folder);
  await backupTool.restore();
  renameSync(join(backups, 'repository'), join(backups, 'away'));
  onTestFinished(async () => void (await control('stop', '--mode=immediate').catch(() => {})));
  await expect(control('start', `--log=${log}`, `--options=${options}`)).rejects.toThrow();
  expect(readFileSync(log, 'utf8')).toMatch(/FATAL: .*exit code 255/);
});
