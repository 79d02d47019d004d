import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from './processes.ts';

/**
 * Runs a program until it exits and collects its stdout and stderr.
 * @throws Error with that output, unless the exit code is 0
 */
export async function run(program: string, args: string[], options: { cwd?: string } = {}): Promise<string> {
  const { code, output } = await startProcess(program, args, options).closed;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\nended with ${code}:\n${output}`);
  return output;
}

/** The process id of a process's first child, whichever thread started it; undefined while it has none. */
export function childOf(pid: number | undefined): number | undefined {
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
