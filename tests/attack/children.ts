import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Attackers and visitors are processes of their own, so that none waits for another's event loop. */
export interface Child<Result> {
  /** Tells it that its time is over, unless it knows by itself. */
  end(): void;
  /** Rejects when it exits without a report, or is killed because it has not reported in time. */
  report: Promise<Result>;
}

/** An attacker that has not exited by itself is killed this long after its time. */
const graceMs = 30_000;

/** @param file beside this one, which calls `asChild` */
export function startChild<Options extends { seconds: number }, Result>(
  file: string,
  options: Options,
): Child<Result> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), options.seconds * 1000 + graceMs);
  child.send(options);
  const reported = once(child, 'message').then(([result]) => ({ result: result as Result }));
  const report = Promise.race([reported, once(child, 'exit').then(() => undefined)]).then((ended) => {
    clearTimeout(deadline);
    if (!ended) throw new Error(`${file} ended without a report.`);
    child.disconnect();
    return ended.result;
  });
  return { end: () => void child.send('end'), report };
}

/**
 * Makes this process a child: it gets its options from its parent and sends its report back.
 * @param priority 19 leaves the processors to the server and the visitors: a real attacker brings its own
 */
export function asChild<Options, Result>(
  priority: number,
  work: (options: Options, ended: Promise<unknown>) => Promise<Result>,
): void {
  setPriority(priority);
  process.once('disconnect', () => process.exit());
  process.once('message', async (options: Options) => {
    process.send?.(await work(options, once(process, 'message')));
  });
}
