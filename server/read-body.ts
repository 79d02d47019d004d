import type { Context } from 'hono';
import { HttpError } from './http-error.ts';

/** An email address has at most 254 characters (RFC 5321), the source is a word; the rest leaves room for other fields. */
const maxBodyBytes = 8 * 1024;

/**
 * Without `Connection: close`: Node would close at once, and a client that still writes would meet a reset in the place of the
 * answer (one in four did). Instead @hono/node-server reads on, for half a second or 64 MB, and then closes.
 */
const tooLarge = () =>
  new HttpError('body-too-large', `The body is larger than the ${maxBodyBytes} bytes a join can need.`);

async function readChunks(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const reader = stream.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Reads a request's body as text.
 * A Content-Length is enough to refuse a body, since the runtime enforces it; without one the bytes are counted as they arrive.
 * @throws HttpError 'body-too-large'; 'malformed-body' when the connection broke in the middle
 */
export async function readBody(c: Context): Promise<string> {
  const length = c.req.header('content-length');
  if (length !== undefined && Number(length) > maxBodyBytes) throw tooLarge();
  try {
    if (length !== undefined && c.req.header('transfer-encoding') === undefined) return await c.req.text();
    return c.req.raw.body === null ? '' : await readChunks(c.req.raw.body);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError('malformed-body', 'The body could not be read to its end.');
  }
}
