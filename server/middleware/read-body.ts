import type { Context } from 'hono';
import { HttpError } from './http-error.ts';

/** A join is an address of at most 254 characters and a short word, with room for a client that adds a field or two. */
const largestBody = 8 * 1024;

const tooLarge = () =>
  new HttpError('too-large', `The body is larger than the ${largestBody} bytes a join can need.`, {
    connection: 'close',
  });

async function readCounted(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > largestBody) {
      await reader.cancel();
      throw tooLarge();
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Reads a request's body as text.
 * A length that is stated is enough to refuse by, since the runtime holds senders to it; without one the bytes are counted as they come.
 * Throws HttpError 'too-large', and 'not-understood' when the connection broke off in the middle.
 */
export async function readBody(c: Context): Promise<string> {
  const stated = c.req.header('content-length');
  if (stated !== undefined && Number(stated) > largestBody) throw tooLarge();
  try {
    if (stated !== undefined && c.req.header('transfer-encoding') === undefined) return await c.req.text();
    return c.req.raw.body === null ? '' : await readCounted(c.req.raw.body);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError('not-understood', 'The body could not be read to its end.');
  }
}
