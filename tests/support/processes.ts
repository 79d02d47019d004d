import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProcessOptions extends SpawnOptions {
  /** What ends it when this process ends. */
  lastSignals?: NodeJS.Signals[];
}

/**
 * An environment for a program of ours, without any setting. It has the search path, and the folder of Node's compile cache, which
 * saves a command half a second of CPU time.
 */
export function bareEnvironment() {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}

/** Starts a program and keeps all that it writes. It ends with this process at the latest. */
export function startProcess(program: string, args: readonly string[], asked: ProcessOptions) {
  const { lastSignals = ['SIGKILL'], ...options } = asked;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      child.emit('heard');
    });
  const send = (signals: NodeJS.Signals[]) => {
    for (const signal of signals) child.kill(signal);
  };
  const endIt = () => send(lastSignals);
  process.once('exit', endIt);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => process.off('exit', endIt));
  let hasClosed = false;
  const closed = once(child, 'close').then(([code]) => {
    hasClosed = true;
    return { code: code as number | null, output };
  });
  return {
    child,
    /** All it has written so far. */
    output: () => output,
    /** Its exit code and all it wrote, once the last process that could write has ended. */
    closed,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Resolves when it has written this, to the match; rejects with the output when it ends without. */
    async until(words: string | RegExp) {
      for (;;) {
        const found = output.match(words);
        if (found) return found;
        if (hasClosed) throw new Error(`It ended without “${words}”. It said:\n${output}`);
        await Promise.race([once(child, 'heard'), closed]);
      }
    },
    /** Sends signals, by default SIGTERM, and resolves when it has exited. */
    async stop(...signals: NodeJS.Signals[]) {
      send(signals.length > 0 ? signals : ['SIGTERM']);
      await exited;
    },
  };
}
