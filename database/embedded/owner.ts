import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { linesOf } from '../../system/lines.ts';
import { reasonOf } from '../../system/reason-of.ts';
import { type Database, DatabaseUnavailable, StatementError } from '../database.ts';
import { DataDirLocked, type LockOwner, readLockOwner } from './lock.ts';

/** A query of another process or thread. Queries are answered in order. Over the socket each is a line of JSON. */
export interface QueryRequest {
  sql: string;
  parameters: readonly unknown[];
}

/** A SQLSTATE means that the statement is wrong; null, that the database cannot answer. */
export type QueryResponse = { rows: unknown[] } | { error: string; sqlState: string | null };

/**
 * Lets commands on this machine query through this process, which has the folder locked. Only this user may enter the folder of the
 * socket, and this user could read the database's files anyway.
 */
export async function serveQueries(dataDir: string, query: Database['query']) {
  const path = socketPath(dataDir);
  const isFile = process.platform !== 'win32';
  if (isFile) rmSync(path, { force: true });
  const connections = new Set<Socket>();
  const server = createServer(async (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    // A tool that is killed in the middle of a response is not an error of the server.
    connection.on('error', () => {});
    try {
      for await (const line of linesOf(connection))
        connection.write(`${JSON.stringify(await respond(JSON.parse(line), query))}\n`);
    } catch {
      connection.destroy();
    }
  });
  await once(server.listen(path), 'listening');
  if (isFile) chmodSync(path, 0o600);
  server.unref();
  return {
    path,
    async close() {
      for (const connection of connections) connection.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (isFile && dirname(path) !== dataDir) rmSync(dirname(path), { recursive: true });
    },
  };
}

/** Runs what was asked for; never throws. */
export async function respond(
  { sql, parameters }: QueryRequest,
  query: Database['query'],
): Promise<QueryResponse> {
  try {
    return { rows: await query(sql, parameters) };
  } catch (error) {
    return { error: reasonOf(error), sqlState: error instanceof StatementError ? error.code : null };
  }
}

/**
 * Where tools connect: a socket in the folder, or in a temporary folder if that path is too long. On Windows it is a named pipe
 * that nobody can guess.
 */
export function socketPath(dataDir: string, platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\waitlist-${randomUUID()}`;
  const path = join(dataDir, 'tools.sock');
  // The path of a Unix socket may be about a hundred bytes long (sun_path: 104 on macOS, 108 on Linux).
  if (Buffer.byteLength(path) <= 100) return path;
  return join(mkdtempSync(join(tmpdir(), 'waitlist-')), 'tools.sock');
}

/**
 * The database, queried through the process that holds its folder's lock.
 * @throws Error with a sentence for the operator when the owner cannot be reached
 */
async function connectToOwner({ pid, socket: path }: LockOwner): Promise<Database> {
  const socket = connect(path);
  const sentence = `Process ${pid} holds the data folder and does not answer. Stop it and try again.`;
  await once(socket, 'connect').catch((cause) => {
    throw new Error(sentence, { cause });
  });
  // A later error surfaces when the next line is read.
  socket.on('error', () => {});
  const lines = linesOf(socket);
  return {
    ...databaseThrough(async (request) => {
      socket.write(`${JSON.stringify(request)}\n`);
      const { value } = await lines.next().catch(() => ({ value: undefined }));
      if (value === undefined) throw new DatabaseUnavailable(`Process ${pid} stopped during a query.`);
      return JSON.parse(value);
    }),
    async close() {
      // The owner answers what it was asked, and ends.
      socket.end();
      await lines.next().catch(() => {});
    },
  };
}

/**
 * A database, without `close`, whose queries somebody else answers. Its query throws as `Database.query` does, and what `ask`
 * throws.
 */
export function databaseThrough(
  ask: (request: QueryRequest) => Promise<QueryResponse>,
): Omit<Database, 'close'> {
  return {
    kind: 'embedded',
    isShared: true,
    async query<Row>(sql: string, parameters: readonly unknown[] = []) {
      const response = await ask({ sql, parameters });
      if ('rows' in response) return response.rows as Row[];
      throw response.sqlState === null
        ? new DatabaseUnavailable(response.error)
        : new StatementError(response.error, response.sqlState);
    },
  };
}

/**
 * Opens the database with `open`. If another process holds the folder, it queries through that process instead.
 * @throws DataDirLocked when that process does not accept queries in time; what `open` throws
 */
export async function lockOrAskOwner(dataDir: string, open: () => Promise<Database>): Promise<Database> {
  // A server that is starting locks its folder a few seconds before it accepts queries.
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DataDirLocked)) throw error;
      const owner = readLockOwner(dataDir);
      if (owner) return connectToOwner(owner);
      if (Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}
