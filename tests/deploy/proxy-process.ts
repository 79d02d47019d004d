import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unprivilegedAccount } from '../support/postgres.ts';
import { noteMissing } from '../support/skipped.ts';
import type { Certificate } from './certificate.ts';
import { chownToProxyAccount } from './chown-to-proxy-account.ts';

/** A reverse proxy from Debian's packages in front of servers that a test started. */
export interface Front {
  name: 'nginx' | 'Caddy';
  /** https://localhost:<port>. */
  url: string;
  port: number;
  /** For plain HTTP. */
  plainPort: number;
  /** The requests that it has logged so far. */
  accessLog(): Record<string, unknown>[];
  /** The text of all its log files. */
  allLogs(): string;
  stop(): Promise<void>;
}

/** The servers behind a proxy, and where its files go. */
export interface FrontOptions {
  /** An empty folder of the proxy's own. */
  folder: string;
  /** Ports of 127.0.0.1. */
  upstreams: readonly number[];
  certificate: Certificate;
}

/** A program's path. Returns undefined where it is not installed; throws in CI (noteMissing). */
export function findProxy(program: 'nginx' | 'caddy'): string | undefined {
  const folders = ['/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.map((folder) => join(folder, program)).find(existsSync);
  if (!found)
    noteMissing(`Skipped behind ${program}: it is not here. On Debian: apt-get install ${program}.`);
  return found;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });
}

/**
 * Starts a proxy's program with no access beyond its folder, and waits until it listens.
 * @throws Error with its stderr when it exits instead
 */
export async function runProxy(
  program: string,
  args: readonly string[],
  { folder, port }: { folder: string; port: number },
): Promise<() => Promise<void>> {
  const account = unprivilegedAccount;
  chownToProxyAccount(folder);
  const child: ChildProcess = spawn(program, args, {
    ...account,
    cwd: folder,
    env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (part) => {
    said += part;
  });
  const ended = once(child, 'close');
  // Not SIGKILL: nginx's worker would outlive its master.
  const killAtExit = () => child.kill('SIGTERM');
  process.once('exit', killAtExit);
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start. It said:\n${said}`);
    await wait(20);
  }
  return async () => {
    process.off('exit', killAtExit);
    child.kill('SIGTERM');
    await ended;
  };
}

/** The logs that a proxy has written into a folder. */
export function logsIn(folder: string): Pick<Front, 'accessLog' | 'allLogs'> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const accessLog = 'bukoor.access.log';
  return {
    accessLog() {
      const lines = existsSync(join(folder, accessLog)) ? read(accessLog).split('\n') : [];
      return lines.filter(Boolean).map((line) => JSON.parse(line));
    },
    allLogs: () => readdirSync(folder).map(read).join(''),
  };
}
