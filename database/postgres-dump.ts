import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { linesOf } from './lines.ts';

const schemas = ['waitlist', 'supabase_migrations'];

/**
 * Writes a backup with pg_dump, in its custom format. It holds the state at the start of pg_dump.
 * @throws Error with a sentence for the operator
 */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  const names = schemas.map((name) => `--schema=${name}`);
  const args = ['--format=custom', '--no-owner', ...names, `--file=${file}`];
  await startTool('pg_dump', args, databaseUrl, ['ignore', 'ignore', 'inherit']).ended;
}

/**
 * The addresses in a dump, in the form that tells people apart, which COPY writes as it is.
 * @throws Error with a sentence when that part of the dump is damaged
 */
export async function addressesInDump(file: string): Promise<Set<string>> {
  const args = ['--data-only', '--schema=waitlist', '--table=entries', '--file=-', file];
  const { process: child, ended } = startTool('pg_restore', args, undefined, ['ignore', 'pipe', 'inherit']);
  const addresses = new Set<string>();
  const reading = (async () => {
    let column = -1;
    for await (const line of linesOf(child.stdout ?? Readable.from([]))) {
      if (line === '\\.') column = -1;
      if (column >= 0) addresses.add(line.split('\t')[column] ?? '');
      const [, columns] = /^COPY waitlist\.entries \((.*)\) FROM stdin;$/.exec(line) ?? [];
      if (columns) column = columns.split(', ').indexOf('canonical');
    }
  })();
  await Promise.all([reading, ended]);
  return addresses;
}

/** In the same transaction: a running worker must not send again what the original list sent. Fails where the dump is of no list. */
const pause = `
update waitlist.settings
   set sending_paused_since = clock_timestamp(), sending_paused_because = 'the list was restored from a backup'
 where sending_paused_since is null;
update waitlist.announcements set state = 'paused', paused_because = 'the list was restored from a backup'
 where state = 'sending'`;

/**
 * Replaces the tables with those of a dump, all or nothing, and pauses its sending. The dump grants rights to roles that the
 * migrations create, and lacks the function in schema public: the database has been migrated before.
 * @throws Error with a sentence for the operator; the tables are then as they were
 */
export async function restoreDump(file: string, databaseUrl: string): Promise<void> {
  const dumping = ['--no-owner', '--file=-', file];
  const source = startTool('pg_restore', dumping, undefined, ['ignore', 'pipe', 'inherit']);
  const running = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
  const target = startTool('psql', running, databaseUrl, ['pipe', 'ignore', 'inherit']);
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

/**
 * Starts one of PostgreSQL's programs. The password is passed in the environment, because every user can see a command line.
 * @returns the process, and a promise that rejects with a sentence when the program is not installed or fails
 */
function startTool(
  program: 'pg_dump' | 'pg_restore' | 'psql',
  args: string[],
  databaseUrl: string | undefined,
  stdio: SpawnOptions['stdio'],
): { process: ChildProcess; ended: Promise<void> } {
  const url = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  const password = url?.password;
  if (url) url.password = '';
  const child = spawn(program, url ? [...args, `--dbname=${url.href}`] : args, {
    stdio,
    env: { ...process.env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) },
  });
  const ended = new Promise<void>((resolve, reject) => {
    const missing = `${program} is not installed. On Debian: apt-get install postgresql-client.`;
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Error(missing) : error),
    );
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${signal ?? code}: see above.`)),
    );
  });
  return { process: child, ended };
}
