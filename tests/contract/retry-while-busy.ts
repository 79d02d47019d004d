import { setTimeout as wait } from 'node:timers/promises';

/**
 * Repeats a request while the server is too busy (503, with a Retry-After) or the request came too slowly (408, as happens to
 * one of thousands on a busy machine); returns the first other answer.
 */
export async function retryWhileBusy(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (response.status !== 503 && response.status !== 408) return response;
    await response.arrayBuffer();
    await wait(100);
  }
}
