import { stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';

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
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
