import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseOptions } from '../database/database.ts';
import { makeServerFolder, removeFolder, startServer } from '../tests/contract/start-server.ts';
import { fillList } from '../tests/support/entries.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { openDatabase, openDatabaseForTools } from '../waitlist/list/open-list.ts';
import { longestAnswers } from './longest-answer.ts';
import { measureCommand, peakMemoryOf } from './measured-command.ts';
import { startJoining } from './steady-joins.ts';

/** How long the list is; people join during every command. */
const entries = Number(process.argv[2] ?? 100_000);

/** Which commands, with commas between them; all by default. A backup is restored too. */
const chosen = process.argv[4]?.split(',');
const isChosen = (command: string) => chosen === undefined || chosen.includes(command);

type Measure = (...words: string[]) => Promise<string>;

/** What the server runs by itself, here run through it, and measured as a command is. */
const maintenance = ['checkpoint', 'vacuum', 'vacuum full waitlist.entries'];

/** What each person has after a launch: evidence, a sent email and its links. */
const whatIsTheirs = [
  `insert into waitlist.evidence (entry_id, at, event, via, wording)
   select id, joined_at, 'agreed', 'Reddit', 'w1' from waitlist.entries`,
  `insert into waitlist.outbox (entry_id, kind, to_email, to_canonical, queued_at, due_at, state, reply)
   select id, 'welcome', email, canonical, joined_at, joined_at, 'sent', '250 2.0.0 Ok: queued' from waitlist.entries`,
  `insert into waitlist.email_links (hash, entry_id, purpose)
   select sha256((purpose || id)::bytea), id, purpose
     from waitlist.entries, unnest(array['confirm', 'leave', 'not-me', 'place']) as purpose`,
];

/** Runs every command once, beside a server that people join and whose pages are asked for. */
async function exerciseCommands(
  kind: string,
  options: DatabaseOptions,
  empty: DatabaseOptions,
): Promise<void> {
  console.log(`\n${kind}, ${entries} entries, a join every 100 ms`);
  const database = await openDatabase({ ...options, queryTimeoutMs: 600_000 });
  await fillList(database, entries);
  for (const statement of whatIsTheirs) await database.query(statement);
  await database.close();
  const folder = await makeServerFolder();
  const settings = { DATA_DIR: options.dataDir ?? '', DATABASE_URL: options.databaseUrl ?? '' };
  const server = await startServer(folder, { ...settings, TRUST_PROXY: '1', LOG_LEVEL: 'silent' });
  const joining = startJoining(server.url);
  const asking = await longestAnswers(`${server.url}/`);
  async function whileOthersWait<Result>(work: () => Promise<Result>): Promise<Result> {
    joining.reset();
    asking.reset();
    const result = await work();
    const [page, idle] = asking.longest();
    console.log(
      `${''.padEnd(24)} a page waited ${page} ms at most, one of a server that does nothing ${idle} ms; a join ${joining.longest()} ms`,
    );
    return result;
  }
  const measure: Measure = (...words) => whileOthersWait(() => measureCommand(folder, settings, ...words));
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
  const tool = await openDatabaseForTools(options);
  for (const statement of kind === 'embedded' ? maintenance : []) {
    console.log(statement);
    await whileOthersWait(() => tool.query(statement));
  }
  await tool.close();
  const backup = join(folder, 'list.backup');
  const upTo = isChosen('backup') && Date.parse(JSON.parse(await measure('backup', backup, '--json')).upTo);
  await asking.stop();
  await joining.stop();
  joining.report('beside the commands');
  console.log(
    `files: ${readdirSync(folder)
      .filter((name) => /\.(csv|ndjson|backup)$/.test(name))
      .map((name) => `${name} ${megabytes(join(folder, name))}`)
      .join(', ')}`,
  );
  console.log(`the server's peak of memory: ${peakMemoryOf(server.child.pid)} MB`);
  await server.stop('SIGTERM');
  if (upTo) {
    await measureCommand(folder, settings, 'restore', backup, '--dry-run');
    const place = { DATA_DIR: empty.dataDir ?? '', DATABASE_URL: empty.databaseUrl ?? '' };
    await measureCommand(folder, place, 'restore', backup, '--yes');
    const promised = [...joining.answered].filter(([, moment]) => moment < upTo).map(([email]) => email);
    await printMissing(empty, promised);
  }
  await removeFolder(folder);
}

/** Prints how many of those who were answered before the backup's moment the restored list lacks. */
async function printMissing(options: DatabaseOptions, promised: string[]): Promise<void> {
  const database = await openDatabaseForTools(options);
  const rows = await database.query<{ email: string }>('select email from waitlist.entries');
  await database.close();
  const restored = new Set(rows.map(({ email }) => email));
  const missing = promised.filter((email) => !restored.has(email)).length;
  console.log(
    `restored: of ${promised.length} joins answered before the backup's moment ${missing} are missing`,
  );
}

const megabytes = (file: string) => `${(statSync(file).size / 1024 ** 2).toFixed(1)} MB`;

const dataDir = join(import.meta.dirname, '../.cache/commands');
for (const folder of [dataDir, `${dataDir}-restored`]) rmSync(folder, { recursive: true, force: true });
const kinds = process.argv[3] ?? 'embedded,postgres';
if (kinds.includes('embedded'))
  await exerciseCommands('embedded', { dataDir }, { dataDir: `${dataDir}-restored` });
const postgres = kinds.includes('postgres') ? await startPostgres() : undefined;
if (postgres) {
  const databaseUrl = await postgres.createDatabase('restored');
  await exerciseCommands('PostgreSQL', { dataDir, databaseUrl: postgres.url }, { dataDir, databaseUrl });
  await postgres.stop();
}
for (const folder of [dataDir, `${dataDir}-restored`]) rmSync(folder, { recursive: true, force: true });
