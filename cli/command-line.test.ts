import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts';
import { bothDatabases } from '../tests/support/databases.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const { places } = await bothDatabases();
const folder = temporaryFolder();
afterAll(folder.remove);

interface Outcome {
  code: number;
  out: string;
  err: string;
}

const environment = (options: DatabaseOptions) => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: options.dataDir,
  DATABASE_URL: options.databaseUrl ?? '',
});

/** Runs the command line as an operator would; resolves with all it wrote. */
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

const many = 5000;
for (const { options } of places) {
  const database = await openDatabase(options);
  await database.query(
    `insert into waitlist.entries (email, canonical, source, joined_at, consented_at, consent_wording, state)
     select format('+p%s@command.example', n), format('+p%s@command.example', n), 'Reddit',
            timestamptz '2026-03-01 12:00:00+00', now(), 'w1', 'joined'
       from generate_series(1, ${many}) as n`,
  );
  await database.close();
}

async function expectWholeList(options: DatabaseOptions): Promise<void> {
  const stats = await waitlist(options, 'stats');
  expect(stats.err).toBe('');
  expect(stats.out).toBe(
    `On the list: ${many}\n\nBy source\n  Reddit  ${many}\n\nBy day (UTC)\n  2026-03-01  ${many}\n`,
  );
  const csv = await waitlist(options, 'export', '--format', 'csv');
  expect(csv.err).toBe(`${many} entries exported.\n`);
  const lines = csv.out.split('\r\n');
  expect(lines[0]).toBe('"email","source","joined_at","consent_wording"');
  expect(lines[1]).toBe(`"'+p1@command.example","Reddit","2026-03-01T12:00:00.000Z","w1"`);
  expect(new Set(lines.slice(1, -1)).size).toBe(many);
  const raw = await waitlist(options, 'export', '--raw');
  expect(raw.out.split('\r\n')[1]).toMatch(/^"\+p1@command\.example"/);
  const json = await waitlist(options, 'export', '--format', 'json');
  expect(JSON.parse(json.out)).toHaveLength(many);
}

test.for(places)('$kind: the list can be taken out while nothing runs', async ({ options }) => {
  await expectWholeList(options);
});

test.for(places)('$kind: and while another process holds the list', async ({ options }) => {
  const owner = await openDatabase(options);
  await expectWholeList(options);
  await owner.close();
});

test.for(places)('$kind: --out writes a file and says so', async ({ kind, options }) => {
  const file = join(folder.path, `${kind}.ndjson`);
  const outcome = await waitlist(options, 'export', '--format', 'ndjson', '--out', file);
  expect(outcome).toEqual({ code: 0, out: '', err: `${many} entries exported to ${file}.\n` });
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(many);
});

test.for(places)('$kind: a reader that stops early is no failure', async ({ options }) => {
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
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(complaints).not.toMatch(/EPIPE|Error/);
});

test('a folder without a list, a wrong format and a wrong setting are each said in a sentence, and fail', async () => {
  const nowhere = { dataDir: join(folder.path, 'nowhere') };
  const missing = await waitlist(nowhere, 'stats');
  expect(missing).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is no waitlist in .* yet\./),
  });
  const format = await waitlist(nowhere, 'export', '--format', 'xml');
  expect(format).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining('Allowed choices are csv, json, ndjson'),
  });
  const setting = await waitlist({ dataDir: folder.path, databaseUrl: 'mysql://secret@x/y' }, 'stats');
  expect(setting).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining('DATABASE_URL must be a PostgreSQL address'),
  });
  expect(setting.err).not.toContain('secret');
});

test('launch-check names the settings and samples that are left, and fails while there are any', async () => {
  const check = await waitlist({ dataDir: folder.path }, 'launch-check');
  expect(check.err).toBe('');
  expect(check.out).toMatch(/^Not ready for visitors yet\.\n\nSettings and dates\n {2}SITE_URL is not set/);
  expect(check.code).toBe(1);
});

test('--help shows the commands with examples', async () => {
  const help = await waitlist({ dataDir: folder.path }, '--help');
  expect(help.out).toContain('npm run waitlist -- stats');
  expect((await waitlist({ dataDir: folder.path }, 'export', '--help')).out).toContain('--format ndjson');
});
