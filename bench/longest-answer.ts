import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** A server that does nothing but answer: what it makes people wait for is this machine's doing. */
const idleServer = `require('node:http').createServer((_, response) => response.end())
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;

/**
 * Asks for a page all the time, two milliseconds after each answer, and at the same times for one of a server that does
 * nothing; keeps the time of the slowest answer of each.
 */
export async function longestAnswers(url: string) {
  const idle = spawn(process.execPath, ['--eval', idleServer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(idle.stdout, 'data');
  const asked = [url, `http://127.0.0.1:${Number(port)}/`].map((url) => ({ url, longest: 0, begun: 0 }));
  let isOpen = true;
  const ask = async (url: string) => (await fetch(url)).arrayBuffer();
  // The first answers load what answering needs, here and there.
  for (const { url } of asked) await ask(url);
  const asking = asked.map(async (one) => {
    for (; isOpen; await wait(2)) {
      one.begun = performance.now();
      await ask(one.url);
      one.longest = Math.max(one.longest, performance.now() - one.begun);
      one.begun = Number.POSITIVE_INFINITY;
    }
  });
  return {
    /** Forgets the answers so far. */
    reset() {
      for (const one of asked) one.longest = 0;
    },
    /** In whole milliseconds, the answers that are still awaited included: of the server, and of the one that does nothing. */
    longest: () =>
      asked.map(({ longest, begun }) => Math.round(Math.max(longest, performance.now() - begun))),
    async stop() {
      isOpen = false;
      await Promise.all(asking);
      idle.kill();
    },
  };
}
