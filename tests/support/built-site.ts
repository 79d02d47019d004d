import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { embeddedFiles } from './shared-databases.ts';
import { startServer } from './start-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Playwright's global setup: one server of the built site, at JOURNEYS_URL for every worker. Returns the teardown. */
export default async function serveSite(): Promise<() => Promise<void>> {
  const site = await startBuiltSite({ TRUST_PROXY: '1' });
  process.env.JOURNEYS_URL = site.url;
  return site.stop;
}

export type BuiltSite = Awaited<ReturnType<typeof startBuiltSite>>;

/**
 * Serves the built site with the real server on a free port, with a list of its own.
 * @param settings to add, such as TRUST_PROXY
 * @throws Error with the server's output when it does not start
 */
export async function startBuiltSite(settings: Record<string, string> = {}) {
  const { path: dataDir, remove } = temporaryFolder();
  await cp(await embeddedFiles(), join(dataDir, 'postgres'), { recursive: true });
  const server = await startServer(resolve('.'), { LOG_LEVEL: 'error', DATA_DIR: dataDir, ...settings });
  if (server.url === '') throw new Error(`The server did not start. It said:\n${server.output()}`);
  return {
    url: server.url,
    /** The folder of its list. */
    dataDir,
    /** Stops it as an operator would, and deletes its list. */
    async stop() {
      await server.stop('SIGTERM');
      remove();
    },
  };
}
