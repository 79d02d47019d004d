import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { startServer } from '../contract/start-server.ts';
import type { PrivatePostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface AttackedServer {
  kind: Database['kind'];
  url: string;
  port: number;
  /** Where its list is kept. */
  options: DatabaseOptions;
  /** Asks the database directly, as a tool would. */
  query: Database['query'];
  /** Lines that the server logged as errors. */
  errors(): string[];
  /** Its peak memory since `forgetPeak`, in MB (10^6 bytes). */
  peakMemory(): number;
  /** Resets the peak. Creating the database briefly takes more memory than anything that follows. */
  forgetPeak(): void;
  /** How its process exited and the end of its output; undefined while it runs. */
  end(): string | undefined;
  /** CPU time that it and its PostgreSQL back ends have used so far, in seconds. */
  processorSeconds(): Promise<number>;
  /** Stops it as an operator would; returns whether it stopped in time. */
  stop(): Promise<boolean>;
}

/** Longer than the server waits for requests under way. */
const shutdownTimeoutMs = 30_000;

/** A server that hangs does not answer its tools either. */
const toolTimeoutMs = 120_000;

/** proc_pid_stat(5), fields 14 and 15, in hundredths of a second. */
function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** proc_pid_status(5): the peak resident set size, in KiB. */
function peakMemoryOf(pid: number): number {
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(peak) * 1024) / 1_000_000;
}

/**
 * Starts the server on the built site with an empty list of its own.
 * @param postgres holds the list; without it the embedded database does
 * @throws Error with the server's output when it does not start
 */
export async function startAttacked(
  postgres: PrivatePostgres | undefined,
  name: string,
  settings: Record<string, string>,
): Promise<AttackedServer> {
  const folder = temporaryFolder();
  const options: DatabaseOptions = {
    dataDir: join(folder.path, 'data'),
    ...(postgres && { databaseUrl: await postgres.createDatabase(name) }),
  };
  const server = await startServer(resolve('.'), {
    LOG_LEVEL: 'error',
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl ?? '',
    ...settings,
  });
  const { pid } = server.process;
  if (server.url === '' || pid === undefined) {
    folder.remove();
    throw new Error(`The server did not start. It said:\n${server.output()}`);
  }
  const killAtExit = () => server.process.kill('SIGKILL');
  process.once('exit', killAtExit);
  const tool = await openDatabaseForTools(options);
  const isAlive = () => server.process.exitCode === null && server.process.signalCode === null;
  let peak = 0;
  const readPeak = () => {
    if (isAlive()) peak = peakMemoryOf(pid);
  };
  // Of a process that exits, the last second is lost.
  const memoryWatch = setInterval(readPeak, 1000);

  async function backends(): Promise<number[]> {
    if (!postgres) return [];
    const rows = await tool.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and application_name = 'waitlist' and pid <> pg_backend_pid()`,
    );
    return rows.map((row) => row.pid);
  }

  return {
    kind: postgres ? 'postgres' : 'embedded',
    url: server.url,
    port: Number(new URL(server.url).port),
    options,
    query: (sql, parameters) =>
      Promise.race([
        tool.query<never>(sql, parameters),
        wait(toolTimeoutMs, undefined, { ref: false }).then(() => {
          throw new Error(`The database did not answer a tool within ${toolTimeoutMs / 1000} s.`);
        }),
      ]),
    errors: () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    peakMemory() {
      readPeak();
      return peak;
    },
    forgetPeak() {
      // proc_pid_clear_refs(5): 5 resets the peak to the current value.
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      peak = 0;
    },
    end: () =>
      isAlive()
        ? undefined
        : `${server.process.exitCode ?? server.process.signalCode}: ${server.output().slice(-500)}`,
    async processorSeconds() {
      return [pid, ...(await backends())].reduce((sum, each) => sum + processorSecondsOf(each), 0);
    },
    async stop() {
      clearInterval(memoryWatch);
      tool.close().catch(() => {});
      const hasStopped = await Promise.race([
        server.stop('SIGTERM').then(() => true),
        wait(shutdownTimeoutMs, false, { ref: false }),
      ]);
      if (!hasStopped) await server.stop('SIGKILL');
      process.off('exit', killAtExit);
      folder.remove();
      return hasStopped;
    },
  };
}
