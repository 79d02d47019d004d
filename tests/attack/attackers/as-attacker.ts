import { setPriority } from 'node:os';

/**
 * Makes this process an attacker: it gets its options from the process that started it, and reports what came of it.
 * It yields the processors to the server and the visitor: a real attacker brings its own.
 */
export function asAttacker<Options, Result>(attack: (options: Options) => Promise<Result>): void {
  setPriority(19);
  process.once('disconnect', () => process.exit());
  process.once('message', async (options: Options) => process.send?.(await attack(options)));
}
