import type { IncomingMessage } from 'node:http';
import { joinPath } from '../content/paths.ts';

/** The paths that the server answers to a GET, beside the pages. */
const readPaths = new Set(['/healthz', '/readyz', joinPath as string]);

/**
 * Whether a request in development is for the server. Vite answers a GET, with a page or a file; all other methods are the
 * server's. So only a new endpoint for GET needs a line here, in `readPaths`.
 */
export function isCallToServer({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  const isReading = method === 'GET' || method === 'HEAD';
  return !isReading || readPaths.has(new URL(url, 'http://localhost').pathname);
}
