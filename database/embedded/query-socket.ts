import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Database, StatementError } from '../database.ts';

/** A JSON line, answered by one line, in order: a statement, or the command to swap in the restored database. */
const requestSchema = z.union([
  z.object({ sql: z.string(), parameters: z.array(z.unknown()) }),
  z.object({ replace: z.literal(true) }),
]);
export const responseSchema = z.union([
  z.object({ rows: z.array(z.unknown()) }),
  /** A SQLSTATE means that the statement is wrong; null, that the database cannot answer. */
  z.object({ error: z.string(), sqlState: z.string().nullable() }),
]);

/** What the owner does for other processes. */
interface Owned {
  query: Database['query'];
  replace(): Promise<void>;
}

export interface QuerySocket {
  path: string;
  close(): Promise<void>;
}

/**
 * Lets command-line tools on this machine query through the process that has the folder locked, since no other process may
 * open it. The socket lies in a folder that only this user may enter: whoever reaches it could read the database's files anyway.
 */
export async function serveQueries(dataDir: string, owned: Owned): Promise<QuerySocket> {
  const path = socketPath(dataDir);
  const isFile = process.platform !== 'win32';
  if (isFile) rmSync(path, { force: true });
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    // A tool that is killed in the middle of a response is not an error of the server.
    connection.on('error', () => {});
    serve(connection, owned).catch(() => connection.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
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

async function serve(connection: Socket, owned: Owned): Promise<void> {
  for await (const line of createInterface({ input: connection })) {
    connection.write(`${JSON.stringify(await respond(line, owned))}\n`);
  }
}

async function respond(line: string, owned: Owned): Promise<z.infer<typeof responseSchema>> {
  try {
    const request = requestSchema.parse(JSON.parse(line));
    if ('sql' in request) return { rows: await owned.query(request.sql, request.parameters) };
    await owned.replace();
    return { rows: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: message, sqlState: error instanceof StatementError ? error.code : null };
  }
}

/** The path of a Unix socket may be about a hundred bytes long (sun_path: 104 on macOS, 108 on Linux). */
const maxSocketPathBytes = 100;

/** Where tools connect: a socket in the folder, or in a temporary one with a short path; on Windows an unguessable named pipe. */
export function socketPath(dataDir: string, platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\waitlist-${randomUUID()}`;
  const path = join(dataDir, 'tools.sock');
  if (Buffer.byteLength(path) <= maxSocketPathBytes) return path;
  return join(mkdtempSync(join(tmpdir(), 'waitlist-')), 'tools.sock');
}
