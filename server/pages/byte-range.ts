/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a Range header (RFC 9110, 14.2).
 * Returns the one range asked for, 'unsatisfiable' when it lies outside the file, or undefined when the header is malformed or
 * asks for several ranges: then the whole file is the right answer.
 */
export function readByteRange(header: string, length: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '') {
    const wanted = Number(to);
    return wanted === 0 || length === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, length - wanted), last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= length ? 'unsatisfiable' : { first, last };
}
