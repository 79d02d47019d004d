import { renameSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../database/open-database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { createPrivateFile } from './archive.ts';
import { type BackedUp, contentsOf, markRestored } from './contents.ts';
import { startTool } from './postgres-tools.ts';

/** Milliseconds; a long list takes its time. */
const queryTimeoutMs = 600_000;

const schemas = ['waitlist', 'supabase_migrations'];

/**
 * Writes a backup with pg_dump, in its custom format, and reads it back with pg_restore. It holds what was there when it
 * began.
 * @throws Error with a sentence for the operator; then the file is as it was before
 */
export async function backUpPostgres(
  database: Database,
  databaseUrl: string,
  file: string,
): Promise<BackedUp> {
  const unfinished = `${file}.unfinished`;
  createPrivateFile(unfinished);
  try {
    const before = await contentsOf(database);
    const upTo = new Date();
    await startTool(
      'pg_dump',
      ['--format=custom', '--no-owner', ...schemas.map((name) => `--schema=${name}`), `--file=${unfinished}`],
      databaseUrl,
      ['ignore', 'ignore', 'inherit'],
    ).ended;
    const held = await countEntriesOf(unfinished);
    if (held < before.entries) {
      throw new Error(
        `Read back, the dump holds ${held} of ${before.entries} entries. Run the backup again.`,
      );
    }
    renameSync(unfinished, file);
    return { entries: held, upTo };
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Counts the entries in a dump, line by line as COPY writes them. @throws Error when the dump is damaged */
async function countEntriesOf(file: string): Promise<number> {
  const { process: child, ended } = startTool(
    'pg_restore',
    ['--data-only', '--schema=waitlist', '--table=entries', '--file=-', file],
    undefined,
    ['ignore', 'pipe', 'inherit'],
  );
  let count = 0;
  let isData = false;
  const lines = createInterface({ input: child.stdout ?? Readable.from([]) });
  const counted = (async () => {
    for await (const line of lines) {
      if (line === '\\.') isData = false;
      if (isData) count += 1;
      if (line.startsWith('COPY ')) isData = true;
    }
  })();
  await Promise.all([counted, ended]);
  return count;
}

/**
 * Puts the tables of a dump in place of those that are there, all or nothing, migrates them and pauses sending.
 * @param agree is asked with the number of its entries before anything changes; throws to refuse
 * @returns how many entries there are now
 * @throws Error with a sentence for the operator; then nothing has changed
 */
export async function restorePostgres(
  databaseUrl: string,
  file: string,
  agree: (entries: number) => Promise<void>,
): Promise<number> {
  await agree(await countEntriesOf(file));
  // The dump grants to roles that the migrations make, and leaves out the one public function.
  const present = await openDatabase({ databaseUrl, dataDir: '' });
  await present.close();
  await pour(file, databaseUrl);
  const restored = await openDatabase({ databaseUrl, dataDir: '', queryTimeoutMs });
  try {
    const { entries } = await contentsOf(restored);
    await markRestored(restored, entries);
    return entries;
  } finally {
    await restored.close();
  }
}

/** In the same transaction: a worker that runs must not send what the original has sent. An older list has no such switch. */
const pause = `do $$ begin
  if to_regclass('waitlist.settings') is not null then
    update waitlist.settings
       set sending_paused_since = clock_timestamp(), sending_paused_because = 'the list was restored from a backup'
     where sending_paused_since is null;
  end if;
end $$`;

async function pour(file: string, databaseUrl: string): Promise<void> {
  // A line for each object that goes would bury what matters.
  const drop = `set client_min_messages = warning; drop schema if exists ${schemas.join(', ')} cascade`;
  const source = startTool('pg_restore', ['--no-owner', '--file=-', file], undefined, [
    'ignore',
    'pipe',
    'inherit',
  ]);
  const target = startTool(
    'psql',
    [
      '--no-psqlrc',
      '--quiet',
      '--single-transaction',
      '--set=ON_ERROR_STOP=1',
      `--command=${drop}`,
      '--file=-',
      `--command=${pause}`,
    ],
    databaseUrl,
    ['pipe', 'ignore', 'inherit'],
  );
  const { stdout } = source.process;
  const { stdin } = target.process;
  if (!stdout || !stdin) throw new Error('The programs of PostgreSQL could not be started.');
  await Promise.all([pipeline(stdout, stdin), source.ended, target.ended]);
}
