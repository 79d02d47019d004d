import { spawn } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts';
import { makeServerFolder, removeFolder, startServer } from '../tests/contract/start-server.ts';
import { fillList } from '../tests/support/fill-list.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { joinOnce } from './steady-joins.ts';

/** How long the list is; joins go on beside every command. */
const entries = Number(process.argv[2] ?? 100_000);
const joinEveryMs = 100;

/** Makes a process say its peak of memory when it ends. */
const sayPeak = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`;

/** Runs a command as its user does; prints its seconds, its peak of memory and the last thing it said. Returns its data. */
async function measure(options: DatabaseOptions, ...words: string[]): Promise<string> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', sayPeak, 'cli/index.ts', ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let data = '';
  let said = '';
  child.stdout.on('data', (part) => {
    data += part;
  });
  child.stderr.on('data', (part) => {
    said += part;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const [, peak = '0'] = /peak (\d+)$/.exec(said) ?? [];
  const sentence =
    said
      .replace(/peak \d+$/, '')
      .trim()
      .split('\n')
      .at(-1) ?? '';
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${words[0]?.padEnd(8)} ended ${code}  ${seconds.padStart(6)} s  ${Math.round(Number(peak) / 1024)} MB  ${sentence}`,
  );
  return data;
}

/** Every command once, beside a server that people join. */
async function exerciseDesk(kind: string, options: DatabaseOptions): Promise<void> {
  console.log(`\n${kind}, ${entries} entries, a join every ${joinEveryMs} ms`);
  const database = await openDatabase({ ...options, queryTimeoutMs: 600_000 });
  await fillList(database, entries);
  await database.close();
  const folder = await makeServerFolder();
  const server = await startServer(folder, {
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl ?? '',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  });
  const answered = new Map<string, number>();
  const waits: number[] = [];
  let refused = 0;
  let isOpen = true;
  const joining = (async () => {
    for (let number = 0; isOpen; number += 1) {
      const begun = performance.now();
      const email = `j${number}@during.example`;
      if (await joinOnce(server.url, number, email)) answered.set(email, Date.now());
      else refused += 1;
      waits.push(performance.now() - begun);
      await wait(joinEveryMs);
    }
  })();
  const people = join(folder, 'people.csv');
  writeFileSync(
    people,
    `email\n${Array.from({ length: entries }, (_, number) => `new${number}@file.example\n`).join('')}`,
  );
  const csv = join(folder, 'list.csv');
  const backup = join(folder, 'list.backup');
  const move = join(folder, 'move.ndjson');
  for (const words of [
    ['stats'],
    ['list'],
    ['export', '--out', csv],
    ['export', '--move', '--out', move],
    ['import', csv, '--dry-run'],
    ['import', people, '--yes'],
    ['person', 'show', '+p1@command.example'],
    ['person', 'leave', '+p2@command.example'],
    ['person', 'erase', '+p3@command.example', '--yes'],
    ['erase-expired', '--dry-run'],
    ['psql', '--command', 'select count(*) from waitlist.entries'],
    ['report', join(folder, 'report.html')],
  ]) {
    await measure(options, ...words);
  }
  const { upTo } = JSON.parse(await measure(options, 'backup', backup, '--json'));
  const promised = [...answered].filter(([, moment]) => moment < Date.parse(upTo)).map(([email]) => email);
  await measure(options, 'restore', backup, '--yes');
  const rows: { email: string }[] = JSON.parse(
    await measure(
      options,
      'psql',
      '--json',
      '--command',
      "select email from waitlist.entries where email like '%@during.example'",
    ),
  );
  const restored = new Set(rows.map(({ email }) => email));
  console.log(
    `restored: of ${promised.length} joins answered before the backup ended ${promised.filter((email) => !restored.has(email)).length} are missing`,
  );
  await measure(options, 'sending', 'resume', '--yes');
  await measure(options, 'doctor', '--only', 'list');
  isOpen = false;
  await joining;
  const sorted = waits.sort((one, other) => one - other);
  console.log(
    `beside it ${waits.length} joins, ${refused} refused; half answered within ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, the slowest after ${Math.round(sorted.at(-1) ?? 0)} ms`,
  );
  console.log(
    `files: list.csv ${megabytes(csv)}, move.ndjson ${megabytes(move)}, list.backup ${megabytes(backup)}`,
  );
  await server.end('SIGTERM');
  await removeFolder(folder);
}

const megabytes = (file: string) => `${(statSync(file).size / 1024 ** 2).toFixed(1)} MB`;

const dataDir = join(import.meta.dirname, '../.cache/desk');
rmSync(dataDir, { recursive: true, force: true });
const kinds = process.argv[3] ?? 'embedded,postgres';
if (kinds.includes('embedded')) await exerciseDesk('embedded', { dataDir });
const postgres = kinds.includes('postgres') ? await startPostgres() : undefined;
if (postgres) {
  await exerciseDesk('PostgreSQL', { dataDir, databaseUrl: postgres.url });
  await postgres.stop();
}
rmSync(dataDir, { recursive: true, force: true });
