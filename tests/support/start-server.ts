import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import type { Database } from '../../database/database.ts';
import { emailKinds } from '../../mail/templates.ts';
import { serverOptions } from '../../scripts/run.mjs';
import { localAnonKey } from '../../server/setting-fields.ts';
import { bareEnvironment, startProcess } from './processes.ts';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

/** The contract is about answers, not about words. */
const pages = {
  '/': 'index.html',
  '/404': '404.html',
  '/waitlist/joined': 'waitlist/joined/index.html',
  '/waitlist/left': 'waitlist/left/index.html',
  '/waitlist/link-broken': 'waitlist/link-broken/index.html',
};

/** An email for tests that do not read its words. */
const plainEmail = { subject: 'An email', html: '{{email}}', text: '{{email}}' };

const files = {
  ...Object.fromEntries(Object.values(pages).map((file) => [file, '<!doctype html><title>A page</title>'])),
  '.vite/emails.json': JSON.stringify({
    ...Object.fromEntries(emailKinds.map((kind) => [kind, plainEmail])),
    asking: { subject: 'Was it you?', html: '<a href="{{leave}}">leave</a>', text: '{{leave}} {{place}}' },
    announcement: {
      subject: '{{subject}}',
      html: '{{preheader}} {{body}} <a href="{{leave}}">leave</a>',
      text: '{{body}} {{leave}}',
    },
  }),
  '.vite/site.json': JSON.stringify({
    pages: Object.entries(pages).map(([path, file]) => ({ path, file, styleHashes: [] })),
  }),
};

/** Makes a folder that the server can be started in: built pages, no settings, no list yet. */
export async function makeServerFolder(): Promise<string> {
  const { path } = temporaryFolder();
  writeFiles(join(path, 'dist'), files);
  return path;
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Starts server/index.ts in a folder and waits until it listens or exits. `url` is empty when it has exited. */
export async function startServer(folder: string, settings: Record<string, string> = {}) {
  const args = [...serverOptions, resolve('server/index.ts')];
  const env = { ...bareEnvironment(), PORT: '0', ...settings };
  const started = startProcess(process.execPath, args, { cwd: folder, env });
  const [, url = ''] = await started.until(/ready at (http:\S+)/).catch(() => []);
  return {
    ...started,
    url,
    /** The public key that it asks for. */
    anonKey: settings.BACKEND_ANON_KEY ?? localAnonKey,
    /** Sends a signal and waits until the process has exited; returns the exit code. */
    async stop(signal: NodeJS.Signals) {
      if (!started.hasEnded()) started.child.kill(signal);
      return (await started.closed).code;
    },
  };
}

/** One join as the site's client sends it. @param headers such as x-forwarded-for */
export function postJoin(
  server: Pick<ServerProcess, 'url' | 'anonKey'>,
  email: string,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(`${server.url}/functions/v1/enhanced-waitlist`, {
    method: 'POST',
    signal,
    headers: { apikey: server.anonKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ user_email: email, entry_source: 'Friend' }),
  });
}

/** Opens a connection on which a test can send any bytes, as slowly and as malformed as it wants. */
export async function openRawClient(url: string) {
  let text = '';
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  /** Resolves when the server has closed the connection. */
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  /** Resolves when it has begun to answer, or has closed the connection. */
  const answered = new Promise<void>((begun) => {
    socket.on('data', (part) => {
      text += part;
      begun();
    });
    void closed.then(begun);
  });
  await once(socket, 'connect');
  // A server may close an attacker's connection with a reset.
  socket.on('error', () => {});
  return { socket, received: () => text, answered, closed };
}

/** The sources stored for an address, whatever its case: one or none. */
export async function storedSourcesIn(database: Database, email: string): Promise<string[]> {
  const rows = await database.query<{ source: string }>(
    'select source from waitlist.entries where lower(email) = lower($1)',
    [email],
  );
  return rows.map(({ source }) => source);
}
