import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Runs something on one connection of its own and closes it. */
export async function withClient<Result>(
  url: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Resolves when the server lets a client in and answers; throws its last error after two minutes. */
export async function untilItAnswers(url: string): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  for (;;) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await wait(50);
    }
  }
}
