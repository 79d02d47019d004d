import { execFile } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { makeCertificate } from './certificate.ts';
import { freePort } from './network.ts';
import {
  findFolderOf,
  makeProgramFolder,
  type RunningProgram,
  startProgram,
  unprivilegedAccount,
} from './programs.ts';

/**
 * Starts a separate PostgreSQL from the machine's binaries, with its default durability, in a folder that `stop` deletes.
 * Returns undefined where there are no binaries; throws in CI (see noteMissing).
 * @param certificateNames names for a certificate (makeCertificate), with which it offers TLS; without them it offers none
 */
export async function startPostgres(certificateNames?: readonly string[]) {
  const binaries = findPostgresBinaries();
  if (!binaries) return undefined;
  const folder = makeProgramFolder();
  const data = join(folder, 'data');
  await makeCluster(binaries, folder, data);
  const certificate = certificateNames && makeCertificate(folder, certificateNames);
  const settings = certificate
    ? ['ssl=on', `ssl_cert_file=${certificate.certificateFile}`, `ssl_key_file=${certificate.keyFile}`]
    : [];
  const server = await postgresServer({ binaries, folder, data, settings });
  await server.start();
  return {
    ...server,
    /** The folder of pgbench and PostgreSQL's other programs. */
    binaries,
    /** What a client has to trust, in PEM; undefined without TLS. */
    authority: certificate?.authority,
    createDatabase: (name: string) => createDatabase(server.url, name),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database in a cluster; returns its URL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  await withClient(url, (client) => client.query(`create database ${name}`));
  return url.replace(/postgres$/, name);
}

/** The folder of initdb, postgres and PostgreSQL's other programs, of its newest version; undefined without (findFolderOf). */
export const findPostgresBinaries = () =>
  findFolderOf('initdb', 'postgresql', globSync('/usr/lib/postgresql/*/bin').sort().reverse());

/** Makes an empty cluster whose owner, tester, needs no password from this machine. */
export async function makeCluster(binaries: string, folder: string, data: string) {
  const options = ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await runPostgresTool(join(binaries, 'initdb'), options, folder);
}

/** Runs initdb, pg_basebackup or the like, as the account that the server will run as; returns its stdout. */
export async function runPostgresTool(
  program: string,
  args: string[],
  folder: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, ...environment };
  return (await promisify(execFile)(program, args, { ...unprivilegedAccount, cwd: folder, env })).stdout;
}

export type PostgresServer = Awaited<ReturnType<typeof postgresServer>>;

interface ServerOptions {
  binaries: string;
  folder: string;
  /** An existing data folder. */
  data: string;
  port?: number;
  settings?: string[];
  /** For the server, whose own commands inherit it. */
  environment?: Record<string, string>;
}

/** One PostgreSQL server on an existing data folder, on loopback, not started yet. */
export async function postgresServer(options: ServerOptions) {
  const { binaries, folder, data, port = await freePort(), settings = [], environment = {} } = options;
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  const all = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=400',
    // In the data folder, which the test deletes: the default kind would stay in memory for ever after a kill.
    'dynamic_shared_memory_type=mmap',
    ...settings,
  ];
  const args = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
  let server: RunningProgram | undefined;

  /** Also again after it has ended: orphaned back ends of a killed server hold its shared memory for a moment. */
  function launch(): void {
    if (server && !server.hasEnded()) return;
    server = startProgram(join(binaries, 'postgres'), args, folder, {
      env: { ...process.env, ...environment },
      // A test that exits early must not leave a server behind, not even a frozen one.
      lastSignals: ['SIGQUIT', 'SIGCONT'],
    });
  }

  async function processes(): Promise<number[]> {
    const children = await withClient(url, async (client) =>
      (await client.query<{ pid: number }>('select pid from pg_stat_activity')).rows.map(({ pid }) => pid),
    ).catch(() => []);
    return server?.child.pid === undefined ? children : [server.child.pid, ...children];
  }

  let frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen) signal(pid, 'SIGCONT');
    frozen = [];
  };

  return {
    /** URL of the database `postgres`. */
    url,
    port,
    /** Starts it, also again after `kill`; resolves when it answers. */
    start: () => untilItAnswers(url, launch),
    /** Sends SIGKILL to the server and all its children, to stop them as a power cut would. */
    async kill() {
      for (const pid of await processes()) signal(pid, 'SIGKILL');
      await server?.stop('SIGKILL');
    },
    /** Sends SIGSTOP to all of them: connections stay open and nothing answers. Returns a function that lets them go on. */
    async freeze() {
      frozen = await processes();
      for (const pid of frozen) signal(pid, 'SIGSTOP');
      return thaw;
    },
    /** Shuts it down by SIGINT (fast shutdown), a frozen one too; no error if it has exited. */
    async stop() {
      const stopped = server?.stop('SIGINT');
      thaw();
      await stopped;
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited by itself.
  }
}

/** Runs `use` on a connection of its own and closes that. */
export async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Resolves when the server accepts a client and answers; throws the last error after two minutes.
 * @param launch is called before each try
 */
export async function untilItAnswers(url: string, launch = () => {}): Promise<void> {
  for (const giveUpAt = Date.now() + 120_000; ; await wait(50)) {
    launch();
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}
