import { stat } from 'node:fs/promises';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { listen } from '../tests/support/network.ts';

export interface ServedFolder {
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves a folder of built pages as any static host would: compressed, with the forms that were compressed beforehand where
 * there are any.
 * @throws when the folder has no front page
 */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  await stat(`${folder}/index.html`).catch(() => {
    throw new Error(`${folder} holds no built page: there is no index.html in it.`);
  });
  const app = new Hono().use(compress()).use(serveStatic({ root: folder, precompressed: true }));
  const server = createAdaptorServer({ fetch: app.fetch });
  return {
    url: `http://localhost:${await listen(server)}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
