import type { IncomingMessage } from 'node:http';
import { joinPath } from '../content/paths.ts';

/** What the server answers to a GET beside pages. */
const readPaths = new Set(['/healthz', '/readyz', joinPath as string]);

/**
 * Whether a request in development is for the server: everything but the reading of a page or a file, which Vite serves. So an
 * endpoint that the server gets is reached without a line here.
 */
export function isCallToServer({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  const isReading = method === 'GET' || method === 'HEAD';
  return !isReading || readPaths.has(new URL(url, 'http://localhost').pathname);
}
