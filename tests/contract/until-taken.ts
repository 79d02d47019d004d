import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again as long as the server says that it is too busy (503), as its Retry-After bids, or that the request came too late
 * (408), as it does to one of thousands from a busy machine; returns the answer of another kind.
 */
export async function untilTaken(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (response.status !== 503 && response.status !== 408) return response;
    await response.arrayBuffer();
    await wait(100);
  }
}
