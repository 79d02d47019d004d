import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './network.ts';
import { noteMissing } from './skipped.ts';

export interface PrivatePostgres extends PostgresServer {
  /** The folder of pgbench and PostgreSQL's other programs. */
  binaries: string;
  /** Creates an empty database in the cluster; returns its URL. */
  createDatabase(name: string): Promise<string>;
}

/**
 * Starts a separate PostgreSQL from the machine's binaries, with its default durability, in a folder that `stop` deletes.
 * Returns undefined where there are no binaries; throws in CI (see noteMissing).
 */
export async function startPostgres(): Promise<PrivatePostgres | undefined> {
  const binaries = findPostgresBinaries();
  if (!binaries) return undefined;
  const folder = makePostgresFolder();
  const data = join(folder, 'data');
  await makeCluster(binaries, folder, data);
  const server = await postgresServer({ binaries, folder, data });
  await server.start();
  return {
    ...server,
    binaries,
    async createDatabase(name) {
      await withClient(server.url, (client) => client.query(`create database ${name}`));
      return server.url.replace(/postgres$/, name);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an empty cluster whose owner, tester, needs no password from this machine. @param more options of initdb */
export async function makeCluster(
  binaries: string,
  folder: string,
  data: string,
  more: string[] = [],
): Promise<void> {
  const options = ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await runPostgresTool(join(binaries, 'initdb'), [...options, ...more], folder);
}

const run = promisify(execFile);

/** One PostgreSQL server on one data folder, on loopback. */
export interface PostgresServer {
  /** URL of the database `postgres`. */
  url: string;
  port: number;
  /** Starts it, also again after `kill`; resolves when it answers. */
  start(): Promise<void>;
  /** Sends SIGKILL to the server and all its children, to stop them as a power cut would. */
  kill(): Promise<void>;
  /** Sends SIGSTOP to all of them: connections stay open and nothing answers. Returns a function that lets them go on. */
  freeze(): Promise<() => void>;
  /** Shuts it down by SIGINT (fast shutdown), a frozen one too; no error if it has exited. */
  stop(): Promise<void>;
}

/** Makes a folder in which the account that PostgreSQL runs as may write. */
export function makePostgresFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const account = unprivilegedAccount;
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Runs initdb, pg_basebackup or the like, as the account that the server will run as; returns its stdout. */
export async function runPostgresTool(
  program: string,
  args: string[],
  folder: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, ...environment };
  return (await run(program, args, { ...unprivilegedAccount, cwd: folder, env })).stdout;
}

/**
 * A server on an existing data folder, not started yet.
 * @param settings in addition to the common ones
 * @param environment for the server, whose own commands inherit it
 */
export async function postgresServer({
  binaries,
  folder,
  data,
  port: chosenPort,
  settings = [],
  environment = {},
}: {
  binaries: string;
  folder: string;
  data: string;
  /** A free one unless said. */
  port?: number;
  settings?: string[];
  environment?: Record<string, string>;
}): Promise<PostgresServer> {
  const port = chosenPort ?? (await freePort());
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  const all = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=400',
    // In the data folder, which the test deletes: the default kind would stay in memory for ever after a kill.
    'dynamic_shared_memory_type=mmap',
    ...settings,
  ];
  let server: ChildProcess | undefined;

  function launch(): ChildProcess {
    return spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])],
      { ...unprivilegedAccount, cwd: folder, stdio: 'ignore', env: { ...process.env, ...environment } },
    );
  }

  async function processes(): Promise<number[]> {
    const children = await withClient(url, async (client) =>
      (await client.query<{ pid: number }>('select pid from pg_stat_activity')).rows.map(({ pid }) => pid),
    ).catch(() => []);
    return server?.pid === undefined ? children : [server.pid, ...children];
  }

  let frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen) signal(pid, 'SIGCONT');
    frozen = [];
  };

  // A test process that exits early must not leave a server behind, not even a frozen one.
  const killAtExit = () => {
    server?.kill('SIGQUIT');
    server?.kill('SIGCONT');
  };

  return {
    url,
    port,
    async start() {
      process.once('exit', killAtExit);
      const giveUpAt = Date.now() + 120_000;
      for (;;) {
        server = launch();
        try {
          await Promise.race([
            untilItAnswers(url),
            ended(server).then(() => Promise.reject(new Error('PostgreSQL ended while it was starting.'))),
          ]);
          return;
        } catch (error) {
          // Orphaned back ends of a killed server hold its shared memory for a moment.
          if (Date.now() > giveUpAt) throw error;
          await wait(100);
        }
      }
    },
    async kill() {
      for (const pid of await processes()) signal(pid, 'SIGKILL');
      await ended(server);
      process.off('exit', killAtExit);
    },
    async freeze() {
      frozen = await processes();
      for (const pid of frozen) signal(pid, 'SIGSTOP');
      return thaw;
    },
    async stop() {
      process.off('exit', killAtExit);
      server?.kill('SIGINT');
      thaw();
      await ended(server);
    },
  };
}

function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited by itself.
  }
}

/**
 * The folder of initdb, postgres and PostgreSQL's other programs.
 * Returns undefined on a machine without them, where tests that need them are skipped. Throws in CI (noteMissing).
 */
export function findPostgresBinaries(): string | undefined {
  const found = [
    configuredFolder(),
    ...installedFolders(),
    ...(process.env.PATH ?? '').split(delimiter),
  ].find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
  if (found) return found;
  noteMissing(
    'Skipped on PostgreSQL: initdb and postgres are not here. On Debian: apt-get install postgresql.',
  );
  return undefined;
}

function configuredFolder(): string | undefined {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

function installedFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'));
}

function findAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such account: try the next one.
    }
  }
  return undefined;
}

/** PostgreSQL refuses to run as root, so root runs it as the account that its package made, or as nobody. */
export const unprivilegedAccount = findAccount();

/** Runs `use` on a connection of its own and closes that. */
export async function withClient<Result>(
  url: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Resolves when the server accepts a client and answers; throws the last error after two minutes. */
export async function untilItAnswers(url: string): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  for (;;) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await wait(50);
    }
  }
}
