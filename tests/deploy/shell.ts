import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface RunResult {
  output: string;
  seconds: number;
}

/**
 * Runs a program until it exits and collects its stdout and stderr.
 * @throws Error with that output, unless the exit code is 0
 */
export async function run(
  program: string,
  args: string[],
  options: { cwd?: string } = {},
): Promise<RunResult> {
  const started = performance.now();
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
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
