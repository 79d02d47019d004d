import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

export interface PrivatePostgres {
  /** Address of the cluster's own database, on loopback. */
  url: string;
  /** The folder of pgbench and its kin. */
  binaries: string;
  /** Makes an empty database in the cluster; returns its address. */
  createDatabase(name: string): Promise<string>;
  /** SIGKILL to the server and all its children, as a power cut would stop them. */
  kill(): Promise<void>;
  /** Starts it again after `kill` on the same files and port; returns when it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL of the tests' own from the machine's binaries, with every safety on, in a folder that `stop` deletes.
 * Returns undefined, and says so in one sentence, where there are no binaries.
 */
export async function startPostgres(): Promise<PrivatePostgres | undefined> {
  const binaries = findBinaries();
  if (!binaries) {
    console.error(
      'No PostgreSQL binaries on this machine (initdb, postgres): the PostgreSQL half is skipped.',
    );
    return undefined;
  }
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: folder },
  );

  let server = launch();
  function launch() {
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=400',
    ];
    return spawn(
      join(binaries as string, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...account, cwd: folder, stdio: 'ignore' },
    );
  }
  const ended = (child: typeof server) =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killAtExit = () => server.kill('SIGQUIT');
  process.once('exit', killAtExit);
  await untilItAnswers(url);

  return {
    url,
    binaries,
    async createDatabase(name) {
      await withClient(url, (client) => client.query(`create database ${name}`));
      return url.replace(/postgres$/, name);
    },
    async kill() {
      const children = await withClient(url, async (client) =>
        (await client.query<{ pid: number }>('select pid from pg_stat_activity')).rows.map(({ pid }) => pid),
      ).catch(() => []);
      server.kill('SIGKILL');
      for (const pid of children) killQuietly(pid);
      await ended(server);
    },
    async start() {
      const giveUpAt = Date.now() + 30_000;
      for (;;) {
        server = launch();
        try {
          await Promise.race([
            untilItAnswers(url),
            ended(server).then(() => Promise.reject(new Error('PostgreSQL ended while it was starting.'))),
          ]);
          return;
        } catch (error) {
          // Orphans of the killed server hold its shared memory for a moment.
          if (Date.now() > giveUpAt) throw error;
          await wait(100);
        }
      }
    },
    async stop() {
      process.off('exit', killAtExit);
      server.kill('SIGINT');
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBinaries(): string | undefined {
  return [configuredFolder(), ...installedFolders(), ...(process.env.PATH ?? '').split(delimiter)].find(
    (folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
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

/** PostgreSQL refuses to run as root: then it runs as the account that its package made, or as nobody. */
export function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such account: the next one.
    }
  }
  return undefined;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(address)));
    });
  });
}

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export async function untilItAnswers(url: string): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
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

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
