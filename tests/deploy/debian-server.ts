import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { childOf, type RunResult, run } from './shell.ts';

export interface DebianServer {
  /** Its root file system, from outside. */
  root: string;
  /** Runs a script in root's shell, which stops at the first command that fails. Throws as `run` does. */
  type(script: string): Promise<RunResult>;
  stop(): Promise<void>;
}

const environment = [
  'HOME=/root',
  'LANG=C.UTF-8',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
];

/**
 * A Debian 12 with nothing but what debootstrap installs, booted by its own systemd. It shares this machine's network, because
 * its packages come from there: ports 80, 443 and 3000 must be free.
 * @param folder an empty folder for its files
 */
export async function startDebianServer(folder: string): Promise<DebianServer> {
  const root = join(folder, 'root');
  await run('debootstrap', ['bookworm', root]);
  const options = ['--boot', '--register=no', '--keep-unit', '--link-journal=no', '--resolv-conf=copy-host'];
  const machine = `bukoor-${process.pid}`;
  const nspawn = spawn('systemd-nspawn', ['-D', root, `--machine=${machine}`, '--console=pipe', ...options], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => nspawn.once('exit', () => resolve()));
  const stopAtExit = () => nspawn.kill('SIGTERM');
  process.once('exit', stopAtExit);
  const type = (script: string) => {
    // nspawn's child is the first process inside, systemd.
    const inside = ['--target', String(childOf(nspawn.pid)), '--all', 'env', '-i', ...environment];
    return run('nsenter', [...inside, 'bash', '-e', '-o', 'pipefail', '-c', `cd\n${script}`]);
  };
  for (let tries = 60; ; tries -= 1) {
    await setTimeout(1000);
    const booted = await type('systemctl is-system-running --wait').catch((error: Error) => error);
    if (!(booted instanceof Error)) break;
    if (tries === 0) throw booted;
  }
  return {
    root,
    type,
    async stop() {
      process.off('exit', stopAtExit);
      nspawn.kill('SIGTERM');
      await ended;
    },
  };
}
