import { contentTypeOf } from './content-types.ts';
import { cacheControl, fileHeaders, type HeaderSettings, pageHeaders } from './headers.ts';
import type { BuiltFile, Encoding } from './load-site.ts';

/** Everything of an answer but what depends on the request. */
export interface PreparedAnswer {
  etag: string;
  body: Buffer;
  /** Of a 200, ready to send. */
  headers: Record<string, string>;
  /** Of a 304: what a cache needs to know again (RFC 9110, 15.4.5). */
  unchangedHeaders: Record<string, string>;
}

export type PreparedFile = { identity: PreparedAnswer } & Partial<Record<Encoding, PreparedAnswer>>;

/**
 * The files a page's head asks for early, its fonts, as a Link header: a proxy that can makes early hints of it (103).
 * The shared style sheet is not among them: the first paint does without it, and the fonts need the line.
 */
function linkHeader(html: string): Record<string, string> {
  const head = html.slice(0, html.indexOf('</head>'));
  const links = [...head.matchAll(/<link\b[^>]*>/g)].flatMap(([tag]) => {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    const href = attribute('href');
    if (!href?.startsWith('/') || attribute('rel') !== 'preload') return [];
    return [
      `<${href}>; rel=preload; as=${attribute('as')}${/\bcrossorigin\b/.test(tag) ? '; crossorigin' : ''}`,
    ];
  });
  return links.length === 0 ? {} : { link: links.join(', ') };
}

/**
 * Builds a file's answers once, at start, so that a request only chooses among them.
 * Takes the file and the header settings; returns one answer for each encoding the build left.
 */
export function prepareAnswers(file: BuiltFile, settings: HeaderSettings): PreparedFile {
  const html = file.isPage ? file.bodies.identity.toString('utf8') : undefined;
  const hasEncodings = file.bodies.br !== undefined || file.bodies.gzip !== undefined;
  const shared = {
    'cache-control': cacheControl(file.path),
    ...(hasEncodings ? { vary: 'Accept-Encoding' } : {}),
    ...(html === undefined ? fileHeaders(settings, file.path) : pageHeaders(settings, file.path, html)),
  };
  const prepare = (encoding: Encoding, body: Buffer): PreparedAnswer => {
    const etag = encoding === 'identity' ? `"${file.hash}"` : `"${file.hash}-${encoding}"`;
    const { 'cache-control': caching, ...others } = shared;
    return {
      etag,
      body,
      headers: {
        'content-type': contentTypeOf(file.isPage ? 'page.html' : file.path),
        'content-length': String(body.length),
        etag,
        ...(encoding === 'identity' ? { 'accept-ranges': 'bytes' } : { 'content-encoding': encoding }),
        'cache-control': caching,
        ...others,
        ...(html === undefined ? {} : linkHeader(html)),
      },
      unchangedHeaders: { etag, ...shared },
    };
  };
  const { identity, br, gzip } = file.bodies;
  return {
    identity: prepare('identity', identity),
    ...(br ? { br: prepare('br', br) } : {}),
    ...(gzip ? { gzip: prepare('gzip', gzip) } : {}),
  };
}
