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
