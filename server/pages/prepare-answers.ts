import { contentTypeOf } from './content-types.ts';
import { cacheControl, fileHeaders, type HeaderSettings, pageHeaders } from './headers.ts';
import type { Encoding, ServedFile } from './load-site.ts';

/** The parts of an answer that do not depend on the request. */
export interface PreparedAnswer {
  etag: string;
  body: Buffer;
  /** Of a 200, ready to send. */
  headers: Record<string, string>;
  /** Of a 304: what a cache needs to know again (RFC 9110, 15.4.5). */
  notModifiedHeaders: Record<string, string>;
}

export type PreparedFile = { identity: PreparedAnswer } & Partial<Record<Encoding, PreparedAnswer>>;

/**
 * The fonts that a page's head preloads, as a Link header, from which a proxy can send early hints (103). The shared style
 * sheet is not among them: the first paint does without it, and the fonts need the bandwidth.
 */
function linkHeader(fonts: readonly string[]): Record<string, string> {
  const links = fonts.map((href) => `<${href}>; rel=preload; as=font; crossorigin`);
  return links.length === 0 ? {} : { link: links.join(', ') };
}

/**
 * Builds a file's answers once, at start, one for each encoding, so that a request only chooses among them.
 */
export function prepareAnswers(file: ServedFile, settings: HeaderSettings): PreparedFile {
  const { page } = file;
  const hasEncodings = file.bodies.br !== undefined || file.bodies.gzip !== undefined;
  const shared = {
    'cache-control': cacheControl(file.path),
    ...(hasEncodings ? { vary: 'Accept-Encoding' } : {}),
    ...(page ? pageHeaders(settings, page.path, page.styleHashes) : fileHeaders(settings, file.path)),
  };
  const prepare = (encoding: Encoding, body: Buffer): PreparedAnswer => {
    const etag = encoding === 'identity' ? `"${file.hash}"` : `"${file.hash}-${encoding}"`;
    const { 'cache-control': caching, ...others } = shared;
    return {
      etag,
      body,
      headers: {
        'content-type': contentTypeOf(page?.file ?? file.path),
        'content-length': String(body.length),
        etag,
        ...(encoding === 'identity' ? { 'accept-ranges': 'bytes' } : { 'content-encoding': encoding }),
        'cache-control': caching,
        ...others,
        ...(page ? linkHeader(page.fonts) : {}),
      },
      notModifiedHeaders: { etag, ...shared },
    };
  };
  const { identity, br, gzip } = file.bodies;
  return {
    identity: prepare('identity', identity),
    ...(br ? { br: prepare('br', br) } : {}),
    ...(gzip ? { gzip: prepare('gzip', gzip) } : {}),
  };
}
