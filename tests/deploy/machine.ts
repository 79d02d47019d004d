import { type ChildProcess, execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../support/processes.ts';

export type RunResult = Awaited<ReturnType<typeof run>>;

/**
 * Runs a program until it exits and collects its stdout and stderr.
 * @throws Error with that output, unless the exit code is 0
 */
export async function run(program: string, args: string[], options: { cwd?: string } = {}) {
  const started = performance.now();
  const { code, output } = await startProcess(program, args, options).closed;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\nended with ${code}:\n${output}`);
  return { output, seconds: (performance.now() - started) / 1000 };
}

/** The process id of a process's first child, whichever thread started it; undefined while it has none. */
export function childOf(pid: ChildProcess['pid']): number | undefined {
  const threads = `/proc/${pid}/task`;
  const [child] = readdirSync(threads).flatMap((thread) =>
    readFileSync(`${threads}/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return child ? Number(child) : undefined;
}

/** Copies the project as a clone would be: with uncommitted files, without ignored ones. */
export function checkOut(folder: string): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', list, { encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) cpSync(file, join(folder, file));
}

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
