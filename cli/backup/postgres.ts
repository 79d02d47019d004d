import { closeSync, renameSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { openPrivate, orUnwritable } from '../output.ts';
import { type BackedUp, contentsOf, markRestored } from './contents.ts';
import { startTool } from './postgres-tools.ts';

/** Long enough to migrate and count a long list. */
const queryTimeoutMs = 600_000;

const schemas = ['waitlist', 'supabase_migrations'];

/**
 * Writes a backup with pg_dump, in its custom format, and counts its entries with pg_restore. It holds the state at the start of
 * pg_dump.
 * @throws Error with a sentence for the operator; an existing file is then unchanged
 */
export async function backUpPostgres(
  database: Database,
  databaseUrl: string,
  file: string,
): Promise<BackedUp> {
  const unfinished = `${file}.unfinished`;
  orUnwritable(file, () => closeSync(openPrivate(unfinished)));
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

/** Counts the entries in a dump by the lines of COPY. @throws Error when that part of the dump is damaged */
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
 * Replaces the tables with those of a dump, all or nothing, migrates them and pauses sending.
 * @param agree called with the dump's number of entries before anything changes; throws to refuse
 * @returns how many entries there are now
 * @throws Error with a sentence for the operator. From `agree` or PostgreSQL's programs: the list is as it was, only migrated.
 * From what follows them: the dump's list is in its place, with its sending paused (pause, below), perhaps not migrated, and
 * the restore is not in the audit.
 */
export async function restorePostgres(
  databaseUrl: string,
  file: string,
  agree: (entries: number) => Promise<void>,
): Promise<number> {
  await agree(await countEntriesOf(file));
  // Migrates first: the dump grants rights to roles that the migrations create, and lacks the function in schema public.
  const present = await openDatabase({ databaseUrl, dataDir: '' });
  await present.close();
  await restoreDump(file, databaseUrl);
  const restored = await openDatabase({ databaseUrl, dataDir: '', queryTimeoutMs });
  try {
    const { entries } = await contentsOf(restored);
    await markRestored(restored, entries);
    return entries;
  } finally {
    await restored.close();
  }
}

/** In the same transaction: a running worker must not send again what the original list sent. An older dump has no such table. */
const pause = `do $$ begin
  if to_regclass('waitlist.settings') is not null then
    update waitlist.settings
       set sending_paused_since = clock_timestamp(), sending_paused_because = 'the list was restored from a backup'
     where sending_paused_since is null;
  end if;
end $$`;

async function restoreDump(file: string, databaseUrl: string): Promise<void> {
  const source = startTool('pg_restore', ['--no-owner', '--file=-', file], undefined, [
    'ignore',
    'pipe',
    'inherit',
  ]);
  const target = startTool(
    'psql',
    ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'],
    databaseUrl,
    ['pipe', 'ignore', 'inherit'],
  );
  const { stdout } = source.process;
  const { stdin } = target.process;
  if (!stdout || !stdin) throw new Error('The programs of PostgreSQL could not be started.');
  // All at once, because any of them may fail first. psql has rolled back once it has ended.
  const [piped, dumped, ran] = await Promise.allSettled([
    pipeline(() => statements(stdout, source.ended), stdin),
    source.ended,
    target.ended,
  ]);
  // pg_restore fails too when psql stops reading; only a failure of its own is what the pipe failed with.
  const isDumpAtFault =
    piped.status === 'rejected' && dumped.status === 'rejected' && piped.reason === dumped.reason;
  for (const outcome of isDumpAtFault ? [dumped] : [ran, piped]) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** One transaction. To psql the end of its input is no error, not even within a COPY: only here is it known to be all. */
async function* statements(dump: Readable, ended: Promise<void>): AsyncGenerator<string | Buffer> {
  // Without the notices, one for each dropped object, that would hide what matters.
  yield `begin; set client_min_messages = warning; drop schema if exists ${schemas.join(', ')} cascade;\n`;
  yield* dump;
  await ended;
  yield `${pause};\ncommit;\n`;
}
