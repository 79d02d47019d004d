import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Runs `use` on a connection of its own and closes that. */
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

/** Resolves when the server accepts a client and answers; throws the last error after two minutes. */
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
