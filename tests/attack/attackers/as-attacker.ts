import { setPriority } from 'node:os';

/**
 * Makes this process an attacker: it gets its options from its parent process and sends its report back.
 * It has the lowest priority, which leaves the processors to the server and the visitors: a real attacker brings its own.
 */
export function asAttacker<Options, Result>(attack: (options: Options) => Promise<Result>): void {
  setPriority(19);
  process.once('disconnect', () => process.exit());
  process.once('message', async (options: Options) => process.send?.(await attack(options)));
}
