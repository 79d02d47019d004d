import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Visit, VisitorOptions } from './visitor.ts';

function launch(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** An attacker ends by itself; one that does not is ended this much later. */
const graceMs = 30_000;

/**
 * Runs an attacker as a process of its own, so that neither the visitor nor another attacker waits for its event loop.
 * Takes its file in attackers/ and its options, `seconds` being how long it may attack; returns what it reports.
 * Throws when it ends without a report.
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

/** Starts honest visitors beside an attack; the function returned sends no more of them and gives all their visits. */
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
