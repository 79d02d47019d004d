import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** A tool asks one statement a line, in JSON, and gets one line back for each, in order. */
const questionShape = z.object({ sql: z.string(), parameters: z.array(z.unknown()) });
export const replyShape = z.union([
  z.object({ rows: z.array(z.unknown()) }),
  z.object({ error: z.string(), unavailable: z.boolean() }),
]);
type Reply = z.infer<typeof replyShape>;

export interface ToolSocket {
  path: string;
  close(): Promise<void>;
}

/**
 * Lets tools on this machine ask the process that holds the folder, since no other may open it.
 * The socket lies in a folder that only this user may enter: whoever reaches it could read the database's files anyway.
 * Takes the data folder and how to run a statement; returns the socket, listening.
 */
export async function answerTools(
  dataDir: string,
  query: (sql: string, parameters: unknown[]) => Promise<unknown[]>,
): Promise<ToolSocket> {
  const path = socketPath(dataDir);
  rmSync(path, { force: true });
  const tools = new Set<Socket>();
  const server = createServer((tool) => {
    tools.add(tool);
    tool.on('close', () => tools.delete(tool));
    // A tool that goes away in the middle of an answer is its own business.
    tool.on('error', () => {});
    converse(tool, query).catch(() => tool.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  server.unref();
  return {
    path,
    async close() {
      for (const tool of tools) tool.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (dirname(path) !== dataDir && process.platform !== 'win32')
        rmSync(dirname(path), { recursive: true });
    },
  };
}

async function converse(
  tool: Socket,
  query: (sql: string, parameters: unknown[]) => Promise<unknown[]>,
): Promise<void> {
  for await (const line of createInterface({ input: tool })) {
    tool.write(`${JSON.stringify(await answer(line, query))}\n`);
  }
}

async function answer(
  line: string,
  query: (sql: string, parameters: unknown[]) => Promise<unknown[]>,
): Promise<Reply> {
  try {
    const { sql, parameters } = questionShape.parse(JSON.parse(line));
    return { rows: await query(sql, parameters) };
  } catch (error) {
    const unavailable = error instanceof Error && error.name === 'DatabaseUnavailable';
    return { error: error instanceof Error ? error.message : String(error), unavailable };
  }
}

/** The path of a Unix socket may be about a hundred bytes long (sun_path: 104 on macOS, 108 on Linux). */
const longestPath = 100;

function socketPath(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\waitlist-${process.pid}`;
  const path = join(dataDir, 'tools.sock');
  if (Buffer.byteLength(path) <= longestPath) return path;
  return join(mkdtempSync(join(tmpdir(), 'waitlist-')), 'tools.sock');
}
