import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { unprivilegedAccount } from './postgres-binaries.ts';
import { untilItAnswers, withClient } from './postgres-client.ts';

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
