import type { Encoding } from './load-site.ts';

const known = new Map<string, readonly Encoding[]>();

/** Browsers send a handful of different headers; anything beyond that is a stranger filling our memory. */
const maxCachedHeaders = 100;

function parse(header: string): readonly Encoding[] {
  const accepted = new Map<string, boolean>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    accepted.set(name, !refused);
  }
  const takes = (name: Encoding) => accepted.get(name) ?? accepted.get('*') ?? false;
  return [...(['br', 'gzip'] as const).filter(takes), 'identity'];
}

/**
 * Which encodings a client takes, best first (RFC 9110, 12.5.3). Ours is the order of preference: both forms lie ready
 * in memory, and Brotli is the smaller. The file as it is closes the list even where a client refuses it: no one is helped by a 406.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return ['identity'];
  const remembered = known.get(header);
  if (remembered) return remembered;
  const encodings = parse(header);
  if (known.size < maxCachedHeaders) known.set(header, encodings);
  return encodings;
}
