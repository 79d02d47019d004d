/**
 * The lines of a stream of UTF-8, split at \n and nowhere else: node:readline also splits at U+2028 and U+2029, which JSON and
 * PostgreSQL's COPY leave as they are within a line.
 * @throws what the stream throws
 */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first);
    for (const next of others) {
      yield parts.join('');
      parts = [next];
    }
  }
  if (parts.join('') !== '') yield parts.join('');
}
