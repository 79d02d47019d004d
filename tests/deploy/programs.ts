import { once } from 'node:events';
import { createServer } from 'node:net';
import { run } from './shell.ts';

/**
 * Throws instead of skipping: whoever starts one of these runs by hand wants all of it.
 * @param packages the Debian package of each program
 * @throws Error naming what is missing and what to install
 */
export async function assertPrograms(packages: Record<string, string>): Promise<void> {
  for (const [program, name] of Object.entries(packages)) {
    await run('which', [program]).catch(() => {
      throw new Error(`${program} is missing. On Debian, as root: apt-get install ${name}.`);
    });
  }
  if (process.getuid?.() !== 0) throw new Error('Run this as root: it makes a root file system.');
}

/** @throws Error naming the first of these ports that a program on this machine listens on, at whichever address */
export async function assertPortsAreFree(ports: number[]): Promise<void> {
  for (const port of ports) {
    const probe = createServer().listen(port, '0.0.0.0');
    await once(probe, 'listening').catch(() => {
      throw new Error(
        `Port ${port} is taken, which the test needs for itself: stop the program that has it.`,
      );
    });
    await new Promise((resolve) => probe.close(resolve));
  }
}
