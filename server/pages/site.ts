import { type Encoding, loadSite, type PreparedAnswer, type PreparedFile, prepareAnswers } from './files.ts';
import { fileHeaders, type HeaderSettings } from './headers.ts';

/**
 * Which encodings a client accepts, best first (RFC 9110, 12.5.3). The order is ours: both compressed forms are in memory, and
 * Brotli is smaller. The uncompressed file ends the list even where a client refuses it: a 406 would help nobody.
 */
function acceptedEncodings(header = ''): readonly Encoding[] {
  const accepted = new Map<string, boolean>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    accepted.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  const accepts = (name: Encoding) => accepted.get(name) ?? accepted.get('*') ?? false;
  return [...(['br', 'gzip'] as const).filter(accepts), 'identity'];
}

/** First and last byte, both included. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a Range header (RFC 9110, 14.2).
 * Returns the one range asked for, 'unsatisfiable' when it lies outside the file, or undefined when the header is malformed or
 * asks for several ranges: then the whole file is the right answer.
 */
function readByteRange(header: string, length: number): ByteRange | 'unsatisfiable' | undefined {
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

/** The parts of a request that decide the answer. */
interface SiteRequest {
  path: string;
  /** With its question mark; a redirect keeps it. */
  search?: string | undefined;
  acceptEncoding?: string | undefined;
  ifNoneMatch?: string | undefined;
  /** Of a GET only: RFC 9110, 14.2 defines it for no other method. */
  range?: string | undefined;
  ifRange?: string | undefined;
}

interface SiteAnswer {
  status: 200 | 206 | 304 | 308 | 404 | 416;
  headers: Record<string, string>;
  /** Null where the status has no body. A HEAD request leaves it out as well. */
  body: Buffer | null;
}

export interface Site {
  /** Whether a page or file is served at exactly this path. */
  has(path: string): boolean;
  /** The answer to a GET or HEAD of any path. */
  answer(request: SiteRequest): SiteAnswer;
}

const matchesEtag = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch === '*' ||
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);

function rangeAnswer({ body, etag, headers }: PreparedAnswer, request: SiteRequest): SiteAnswer | undefined {
  if (request.range === undefined || (request.ifRange !== undefined && request.ifRange !== etag))
    return undefined;
  const range = readByteRange(request.range, body.length);
  if (range === undefined) return undefined;
  if (range === 'unsatisfiable') {
    const nothing = { 'content-length': '0', 'content-range': `bytes */${body.length}` };
    return { status: 416, headers: { ...headers, ...nothing }, body: null };
  }
  const part = body.subarray(range.first, range.last + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(part.length),
      'content-range': `bytes ${range.first}-${range.last}/${body.length}`,
    },
    body: part,
  };
}

function negotiateEncoding(file: PreparedFile, request: SiteRequest): PreparedAnswer {
  // A range counts the bytes of one encoding; clients that ask for one mean the uncompressed file.
  if (request.range !== undefined) return file.identity;
  for (const encoding of acceptedEncodings(request.acceptEncoding)) {
    const answer = file[encoding];
    if (answer) return answer;
  }
  return file.identity;
}

function answerWith(file: PreparedFile, request: SiteRequest): SiteAnswer {
  const prepared = negotiateEncoding(file, request);
  if (request.ifNoneMatch !== undefined && matchesEtag(request.ifNoneMatch, prepared.etag)) {
    return { status: 304, headers: prepared.notModifiedHeaders, body: null };
  }
  return rangeAnswer(prepared, request) ?? { status: 200, headers: prepared.headers, body: prepared.body };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The built pages, served from memory: a request is looked up among the files read at start, so no path can lead out of them.
 * Throws as loadSite does.
 */
export async function openSite(folder: string, settings: HeaderSettings): Promise<Site> {
  const built = await loadSite(folder);
  const files = new Map([...built].map(([path, file]) => [path, prepareAnswers(file, settings)]));
  const redirectHeaders = fileHeaders(settings, '');
  const notFoundPage = files.get('/404');
  if (!notFoundPage) throw new Error(`${folder} has no page /404. Run "npm run build" again.`);
  files.delete('/404');

  /** `/islam/` and `/islam/index.html` are `/islam`: one page, one address. */
  const canonicalPathOf = (path: string): string | undefined => {
    const canonical = path.replace(/\/(index\.html)?$/, '') || '/';
    return canonical !== path && files.has(canonical) && built.get(canonical)?.page ? canonical : undefined;
  };

  return {
    has: (path) => files.has(path),
    answer(request) {
      const path = files.has(request.path) ? request.path : decoded(request.path);
      const file = files.get(path);
      if (file) return answerWith(file, request);
      const canonical = canonicalPathOf(path);
      if (canonical) {
        const location = encodeURI(canonical) + (request.search ?? '');
        return { status: 308, headers: { ...redirectHeaders, location, 'content-length': '0' }, body: null };
      }
      const { ifNoneMatch: _etag, range: _range, ...rest } = request;
      return { ...answerWith(notFoundPage, rest), status: 404 };
    },
  };
}
