import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a tool does before it prints `<name> runs`. */
export const passes = '';
export const fails = 'process.exit(1);';
/** Ends by the signal itself, as a tool does that knows nothing of signals. */
export const waits = 'setInterval(() => {}, 60_000);';
export const closesOnSignal = `${waits} for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));`;

const packageNames: Record<string, string> = { biome: '@biomejs/biome', tsc: 'typescript' };

interface Run {
  /** Resolves when it has printed these words. */
  until(words: string): Promise<void>;
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
  ended: Promise<{ code: number | null; output: string }>;
}

/** Copies the scripts into a folder of their own, where the tools that they run are replaced by small scripts. */
export function copyScripts(tools: Record<string, string>) {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const write = (file: string, text: string) => {
    mkdirSync(join(path, file, '..'), { recursive: true });
    writeFileSync(join(path, file), text, { mode: 0o755 });
  };
  const replaceTool = (name: string, does: string) =>
    write(`node_modules/${packageNames[name] ?? name}/tool.mjs`, `${does}\nconsole.log('${name} runs');`);
  cpSync('scripts', join(path, 'scripts'), { recursive: true });
  const lock = readFileSync('package-lock.json');
  write('package-lock.json', lock.toString());
  write('node_modules/.installed', `everything ${createHash('sha256').update(lock).digest('hex')}`);
  for (const [name, does] of Object.entries(tools)) {
    write(
      `node_modules/${packageNames[name] ?? name}/package.json`,
      JSON.stringify({ bin: { [name]: 'tool.mjs' } }),
    );
    replaceTool(name, does);
  }

  /** Runs a program in the copy, with those of its folder bin before all others. */
  function runProgram(program: string, ...args: string[]): Run {
    const env = { ...process.env, PATH: [join(path, 'bin'), process.env.PATH].join(delimiter) };
    const child = spawn(program, args, { cwd: path, env });
    let output = '';
    let hasClosed = false;
    const heard = () => child.emit('heard');
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
        heard();
      });
    const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once('close', (code) => {
        hasClosed = true;
        heard();
        resolve({ code, output });
      }),
    );
    return {
      ended,
      signal: (name) => child.kill(name),
      until: (words) =>
        new Promise((resolve, reject) => {
          const look = () => {
            if (output.includes(words)) resolve();
            else if (hasClosed) reject(new Error(`It ended without “${words}”:\n${output}`));
          };
          child.on('heard', look);
          look();
        }),
    };
  }
  const run = (...args: string[]) => runProgram(process.execPath, ...args);
  return { write, replaceTool, run, runProgram };
}
