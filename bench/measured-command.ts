import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Makes a process print its peak memory when it exits. */
const printPeakMemory = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`;

/**
 * Runs a command of the list as its user does; prints its seconds, its peak memory and its last message. Returns its output.
 * @param folder where it runs, with these settings and no others
 */
export async function measureCommand(
  folder: string,
  settings: Record<string, string>,
  ...words: string[]
): Promise<string> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', printPeakMemory, resolve('cli/index.ts'), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let data = '';
  let said = '';
  child.stdout.on('data', (part) => {
    data += part;
  });
  child.stderr.on('data', (part) => {
    said += part;
  });
  const code = await new Promise((done) => child.once('close', done));
  const [, peak = '0'] = /peak (\d+)$/.exec(said) ?? [];
  const sentence = said
    .replace(/peak \d+$/, '')
    .trim()
    .split('\n')
    .at(-1);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${words.slice(0, 3).join(' ').padEnd(24)} ended ${code} ${seconds.padStart(6)} s ${Math.round(Number(peak) / 1024)} MB  ${sentence}`,
  );
  return data;
}

/** The peak memory of a process in megabytes, where the system reports it (Linux), else NaN. */
export function peakMemoryOf(pid: number | undefined): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return Number.NaN;
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]) / 1024);
}
