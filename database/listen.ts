import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Listening } from './database.ts';

/** Milliseconds until a lost connection is made again. */
const retryMs = 5000;

/**
 * Listens to a channel of a PostgreSQL on a connection of its own, which it makes again when it is lost.
 * @param connect makes a client that is not connected yet
 * @param notify notifies the channel on another connection: behind a pooler that passes no notifications on, none comes back
 * @param hear is called at each notification, and when some may have been missed
 */
export function listenTo(
  channel: string,
  connect: () => Client,
  notify: () => Promise<unknown>,
  hear: () => void,
): Listening {
  const stopping = new AbortController();
  let works = false;

  async function listenOnce(): Promise<void> {
    const client = connect();
    const ended = once(client, 'end', { signal: stopping.signal });
    // The connection ends after an error, and that is what is waited for.
    ended.catch(() => {});
    client.on('error', () => {});
    client.on('notification', () => {
      works = true;
      hear();
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await notify();
      await ended;
    } finally {
      works = false;
      await client.end().catch(() => {});
    }
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce().catch(() => {});
      await wait(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const kept = keepListening();
  return {
    works: () => works,
    async stop() {
      stopping.abort();
      await kept;
    },
  };
}
