import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseOptions } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { bothDatabases } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/entries.ts';
import type { Outcome } from '../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const { places } = await bothDatabases();
const many = 5000;
for (const { options } of places) {
  const database = await openDatabase(options);
  await fillList(database, many);
  await database.close();
}

const environment = (options: DatabaseOptions) => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: options.dataDir,
  DATABASE_URL: options.databaseUrl ?? '',
});

/** Runs the command as an operator would; resolves with its output. */
function waitlist(options: DatabaseOptions, ...words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['cli/index.ts', ...words],
      { env: environment(options), maxBuffer: 1e8 },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

test.for(places)(
  '$kind: the real command exports the list while another process has it open',
  async ({ options }) => {
    const owner = await openDatabase(options);
    const outcome = await waitlist(options, 'export', '--format', 'ndjson');
    await owner.close();
    expect(outcome.err).toBe(`${many} entries exported.\n`);
    expect(outcome.out.trim().split('\n')).toHaveLength(many);
    expect(outcome.code).toBe(0);
  },
);

test.for(places)('$kind: a reader of the output that stops early causes no error', async ({ options }) => {
  const child = spawn(process.execPath, ['cli/index.ts', 'export', '--format', 'ndjson'], {
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (part) => {
    complaints += part;
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(complaints).not.toMatch(/EPIPE|Error/);
});

test('the real command fails with an exit code and one sentence', async () => {
  expect(await waitlist({ dataDir: join(import.meta.dirname, 'nowhere') }, 'stats')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is no waitlist in .* yet\./),
  });
});

test('Ctrl+C under an import ends it with a sentence, and what was stored stays', async () => {
  const [{ options }] = places as [(typeof places)[number]];
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, 'people.csv');
  writeFileSync(
    file,
    `email\n${Array.from({ length: 8000 }, (_, index) => `c${index}@stop.example\n`).join('')}`,
  );
  const child = spawn(process.execPath, ['cli/index.ts', 'import', file, '--yes'], {
    env: environment(options),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let told = '';
  child.stderr.on('data', (part) => {
    told += part;
  });
  child.stderr.once('data', () => void child.kill('SIGINT'));
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(told).toMatch(/Stopped\. Nothing was changed\.\n$|Stopped: \d+ of 8000 people have joined\./);
});
