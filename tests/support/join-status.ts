import type { ServerProcess } from '../contract/start-server.ts';

/** The status of one join, whenever it comes. */
export async function joinStatus(
  server: Pick<ServerProcess, 'url' | 'anonKey'>,
  email: string,
): Promise<number> {
  const answer = await fetch(`${server.url}/functions/v1/enhanced-waitlist`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ user_email: email, entry_source: 'Friend' }),
  });
  await answer.text();
  return answer.status;
}
