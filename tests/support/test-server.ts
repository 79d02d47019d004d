import { afterAll } from 'vitest';
import { copyEmbeddedList } from './databases.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';

/** A folder to start servers in, until the end of the file's tests. @param lists have an embedded list without entries */
export async function serverFolder(...lists: string[]): Promise<string> {
  const folder = await makeServerFolder();
  afterAll(() => removeFolder(folder));
  for (const list of lists) copyEmbeddedList(`${folder}/${list}`);
  return folder;
}

/** Starts a server that is stopped at the end of the file's tests. */
export async function serverOfTests(...given: Parameters<typeof startServer>) {
  const server = await startServer(...given);
  afterAll(() => server.stop('SIGTERM'));
  return server;
}
