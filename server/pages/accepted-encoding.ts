import type { Encoding } from './load-site.ts';

const cache = new Map<string, readonly Encoding[]>();

/** Browsers send a handful of different headers; anything beyond that is a stranger filling our memory. */
const maxCachedHeaders = 100;

function parse(header: string): readonly Encoding[] {
  const accepted = new Map<string, boolean>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    accepted.set(name, !refused);
  }
  const accepts = (name: Encoding) => accepted.get(name) ?? accepted.get('*') ?? false;
  return [...(['br', 'gzip'] as const).filter(accepts), 'identity'];
}

/**
 * Which encodings a client accepts, best first (RFC 9110, 12.5.3). The order is ours: both compressed forms are in memory, and
 * Brotli is smaller. The uncompressed file ends the list even where a client refuses it: a 406 would help nobody.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return ['identity'];
  const cached = cache.get(header);
  if (cached) return cached;
  const encodings = parse(header);
  if (cache.size < maxCachedHeaders) cache.set(header, encodings);
  return encodings;
}
