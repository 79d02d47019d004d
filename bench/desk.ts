import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseOptions } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { makeServerFolder, removeFolder, startServer } from '../tests/contract/start-server.ts';
import { fillList } from '../tests/support/fill-list.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { measureCommand, peakMemoryOf } from './measured-command.ts';
import { startJoining } from './steady-joins.ts';

/** How long the list is; people join during every command. */
const entries = Number(process.argv[2] ?? 100_000);

/** Which commands, with commas between them; all by default. A backup is restored too. */
const chosen = process.argv[4]?.split(',');
const isChosen = (command: string) => chosen === undefined || chosen.includes(command);

type Measure = (...words: string[]) => Promise<string>;

/** Runs every command once, beside a server that people join. */
async function exerciseDesk(kind: string, options: DatabaseOptions): Promise<void> {
  console.log(`\n${kind}, ${entries} entries, a join every 100 ms`);
  const database = await openDatabase({ ...options, queryTimeoutMs: 600_000 });
  await fillList(database, entries);
  await database.close();
  const folder = await makeServerFolder();
  const settings = { DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl ?? '' };
  const server = await startServer(folder, { ...settings, TRUST_PROXY: '1', LOG_LEVEL: 'silent' });
  const measure: Measure = (...words) => measureCommand(folder, settings, ...words);
  const joining = startJoining(server.url);
  const people = join(folder, 'people.csv');
  writeFileSync(
    people,
    `email\n${Array.from({ length: entries }, (_, number) => `new${number}@file.example\n`).join('')}`,
  );
  const csv = join(folder, 'list.csv');
  const commands = [
    ['stats'],
    ['list'],
    ['export', '--out', csv],
    ['import', csv, '--dry-run'],
    ['import', people, '--yes'],
    ['person', 'show', '+p1@command.example'],
    ['person', 'leave', '+p2@command.example'],
    ['person', 'erase', '+p3@command.example', '--yes'],
    ['erase-expired', '--dry-run'],
    ['limits'],
    ['report', join(folder, 'report.html')],
    ['outbox', 'list'],
  ].filter(([command = '']) => isChosen(command));
  for (const words of commands) await measure(...words);
  if (isChosen('backup')) await exerciseBackup(measure, join(folder, 'list.backup'), joining.answered);
  await joining.stop();
  joining.report('beside the commands');
  console.log(
    `files: ${readdirSync(folder)
      .filter((name) => /\.(csv|ndjson|backup)$/.test(name))
      .map((name) => `${name} ${megabytes(join(folder, name))}`)
      .join(', ')}`,
  );
  console.log(`the server's peak of memory: ${peakMemoryOf(server.process.pid)} MB`);
  await server.stop('SIGTERM');
  await removeFolder(folder);
}

/** A backup and its restore; prints whether anybody is missing who was answered before the backup's moment. */
async function exerciseBackup(
  measure: Measure,
  backup: string,
  answered: Map<string, number>,
): Promise<void> {
  const { upTo } = JSON.parse(await measure('backup', backup, '--json'));
  const promised = [...answered].filter(([, moment]) => moment < Date.parse(upTo)).map(([email]) => email);
  await measure('restore', backup, '--yes');
  const rows: { email: string }[] = JSON.parse(await measure('export', '--json', 'email'));
  const restored = new Set(rows.map(({ email }) => email));
  console.log(
    `restored: of ${promised.length} joins answered before the backup's moment ${promised.filter((email) => !restored.has(email)).length} are missing`,
  );
  await measure('sending', 'resume', '--yes');
  await measure('doctor', '--only', 'list');
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
