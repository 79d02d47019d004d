import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts';
import { makeServerFolder, removeFolder, startServer } from '../tests/contract/start-server.ts';
import { fillList } from '../tests/support/fill-list.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { joinOnce } from './steady-joins.ts';

/** How long the list is; people join during every command. */
const entries = Number(process.argv[2] ?? 100_000);
const joinEveryMs = 100;

/** Which commands, with commas between them; all by default. A backup is restored too. */
const chosen = process.argv[4]?.split(',');
const isChosen = (command: string) => chosen === undefined || chosen.includes(command);

/** Makes a process print its peak memory when it exits. */
const printPeakMemory = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`;

/** Runs a command as its user does; prints its seconds, its peak memory and its last message. Returns its output. */
async function measure(options: DatabaseOptions, ...words: string[]): Promise<string> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', printPeakMemory, 'cli/index.ts', ...words], {
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

/** Runs every command once, beside a server that people join. */
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
  const move = join(folder, 'move.ndjson');
  const commands = [
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
    ['outbox', 'list'],
  ].filter(([command = '']) => isChosen(command));
  for (const words of commands) await measure(options, ...words);
  if (isChosen('backup')) await exerciseBackup(options, join(folder, 'list.backup'), answered);
  isOpen = false;
  await joining;
  const sorted = waits.sort((one, other) => one - other);
  console.log(
    `beside it ${waits.length} joins, ${refused} refused; half answered within ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, the slowest after ${Math.round(sorted.at(-1) ?? 0)} ms`,
  );
  console.log(
    `files: ${readdirSync(folder)
      .filter((name) => /\.(csv|ndjson|backup)$/.test(name))
      .map((name) => `${name} ${megabytes(join(folder, name))}`)
      .join(', ')}`,
  );
  console.log(`the server's peak of memory: ${peakMemoryOf(server.process.pid)}`);
  await server.end('SIGTERM');
  await removeFolder(folder);
}

/** A backup and its restore; prints whether anybody is missing who was answered before the backup's moment. */
async function exerciseBackup(
  options: DatabaseOptions,
  backup: string,
  answered: Map<string, number>,
): Promise<void> {
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
}

/** The peak memory of a process, where the system reports it (Linux). */
function peakMemoryOf(pid: number | undefined): string {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 'unknown';
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(status, 'utf8')) ?? [];
  return `${Math.round(Number(kilobytes) / 1024)} MB`;
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
