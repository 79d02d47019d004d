import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Visit, VisitorOptions } from './visitor.ts';

function launch(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** An attacker that has not exited by itself is killed this long after its time. */
const graceMs = 30_000;

/**
 * Runs an attacker as a separate process, so that neither the visitors nor other attackers wait for its event loop.
 * @param file in attackers/
 * @param options `seconds` is how long it may attack
 * @throws Error when it exits without a report
 */
export async function runAttacker<Options extends { seconds: number }, Result>(
  file: string,
  options: Options,
): Promise<Result> {
  const child = launch(`./attackers/${file}`);
  const deadline = setTimeout(() => child.kill('SIGKILL'), options.seconds * 1000 + graceMs);
  child.send(options);
  const message = once(child, 'message').then(([result]) => ({ result: result as Result }));
  const ended = await Promise.race([message, once(child, 'exit').then(() => undefined)]);
  clearTimeout(deadline);
  if (!ended) throw new Error(`The attacker ${file} ended without a report.`);
  child.disconnect();
  return ended.result;
}

/** Starts honest visitors during an attack; the returned function stops them and resolves to all their visits. */
export function startVisitor(options: VisitorOptions): () => Promise<Visit[]> {
  const child = launch('./visitor.ts');
  child.send(options);
  return async () => {
    child.send('no more');
    const [visits] = (await once(child, 'message')) as [Visit[]];
    child.disconnect();
    return visits;
  };
}
