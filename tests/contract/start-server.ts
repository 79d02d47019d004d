import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { localAnonKey } from '../../server/settings.ts';

/** Pages just big enough to tell apart: the contract is about answers, not about words. */
const pages = {
  'dist/index.html': '<!doctype html><title>front</title>',
  'dist/404.html': '<!doctype html><title>lost</title>',
  'dist/waitlist/joined/index.html': '<!doctype html><title>joined</title>',
  'dist/waitlist/left/index.html': '<!doctype html><title>left</title>',
  'dist/waitlist/link-broken/index.html': '<!doctype html><title>broken</title>',
  'dist/.vite/emails.json': JSON.stringify({
    welcome: { subject: 'Was it you?', html: '<a href="{{leave}}">leave</a>', text: '{{leave}}' },
    announcement: {
      subject: '{{subject}}',
      html: '{{preheader}} {{body}} {{leave}}',
      text: '{{body}} {{leave}}',
    },
  }),
  'dist/.vite/site.json': JSON.stringify({
    pages: [
      ['/', 'index.html'],
      ['/404', '404.html'],
      ['/waitlist/joined', 'waitlist/joined/index.html'],
      ['/waitlist/left', 'waitlist/left/index.html'],
      ['/waitlist/link-broken', 'waitlist/link-broken/index.html'],
    ].map(([path, file]) => ({ path, file, styleHashes: [] })),
  }),
};

/** Makes a folder that the server can be started in: built pages, no settings, no list yet. */
export async function makeServerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  for (const [name, source] of Object.entries(pages)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), source);
  }
  return folder;
}

export interface ServerProcess {
  url: string;
  /** The public key that it asks for. */
  anonKey: string;
  process: ChildProcess;
  /** All it has written so far to stdout and stderr. */
  output(): string;
  /** Resolves when it has written these words; rejects with the output when it ends without them. */
  untilLogged(words: string): Promise<void>;
  /** Sends a signal and waits until the process has exited; returns the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts server/index.ts in a folder and waits until it listens or exits. `url` is empty when it has exited. */
export async function startServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [resolve('server/index.ts')], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((settle) => {
    const hear = (part: Buffer) => {
      text += part;
      child.emit('heard');
      const found = /ready at (http:\S+)/.exec(text)?.[1];
      if (found) settle(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void closed.then(() => settle(''));
  });
  return {
    url,
    anonKey: settings.BACKEND_ANON_KEY ?? localAnonKey,
    process: child,
    output: () => text,
    async untilLogged(words) {
      const ended = closed.then(() => {
        if (!text.includes(words)) throw new Error(`It ended without “${words}”. It said:\n${text}`);
      });
      while (!text.includes(words)) await Promise.race([once(child, 'heard'), ended]);
    },
    async stop(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await closed;
      }
      return child.exitCode;
    },
  };
}

/** Deletes what makeServerFolder made. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
