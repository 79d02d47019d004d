import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Handler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType } from 'hono/utils/mime';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { notFoundPath } from '../../content/paths.ts';
import type { AppEnv } from '../responses.ts';
import { cacheControl, fileHeaders, type HeaderSettings, type Headers, pageHeaders } from './headers.ts';

interface BuiltPage {
  /** The one path it is served at. */
  path: string;
  /** Where it lies in the folder of the build: `islam/index.html`. */
  file: string;
  /** The CSP hash sources of its inline styles. */
  styleHashes: string[];
}

/** The build's list of its pages. */
export interface SiteManifest {
  pages: BuiltPage[];
}

/** Where the build writes it: beside Vite's own manifest, in a folder that is never served. */
export const manifestFile = '.vite/site.json';

/** Of each encoding that clients accept, the best first, the file of a compressed form. */
const codings = { br: '.br', gzip: '.gz' };

/** The parts of an answer that do not depend on the request. */
interface PreparedAnswer {
  body: Buffer;
  /** Of a 200, ready to send. */
  headers: Headers;
  /** Of a 304: what a cache needs to know again (RFC 9110, 15.4.5). */
  notModifiedHeaders: Headers;
}

/** The answers of one built file: the form to be preferred first, the whole file last. */
interface ServedFile {
  isPage: boolean;
  forms: PreparedAnswer[];
}

/** Files for static hosts, whose facts the server's own headers hold, and hidden ones. */
const isServed = (name: string) => !/^_(headers|redirects)$|(^|\/)\.(?!well-known\/)/.test(name);

/**
 * Reads a built site into memory.
 * @returns its files by the path they are served at, compressed forms folded in
 * @throws Error saying what to run, when there is no such folder, or its manifest cannot be read or names a page that is not there
 */
async function loadSite(folder: string, settings: HeaderSettings): Promise<Map<string, ServedFile>> {
  const missing = 'The built pages are missing: there is no folder dist/. Run "npm run build" first.';
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new Error(missing, { cause });
  });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter(isServed),
  );
  const pages = await readPages(folder, names);
  const read = (name: string) => readFile(join(folder, name));
  const files = new Map<string, ServedFile>();
  for (const name of names) {
    if (/\.(br|gz)$/.test(name) && names.has(name.slice(0, -3))) continue;
    const compressed = Object.entries(codings).filter(([, ending]) => names.has(name + ending));
    const page = pages.get(name);
    const path = page?.path ?? `/${name}`;
    const shared = {
      'cache-control': cacheControl(path),
      ...(compressed.length > 0 && { vary: 'Accept-Encoding' }),
      ...(page ? pageHeaders(settings, path, page.styleHashes) : fileHeaders(settings, path)),
    };
    const type = typesByPath[path] ?? getMimeType(name) ?? 'application/octet-stream';
    const whole = await read(name);
    const hash = createHash('sha256').update(whole).digest('base64url').slice(0, 22);
    const prepare = (body: Buffer, coding?: string): PreparedAnswer => {
      const etag = coding ? `"${hash}-${coding}"` : `"${hash}"`;
      const own = { 'content-type': type, 'content-length': String(body.length), etag };
      const headers = { ...own, ...(coding && { 'content-encoding': coding }), ...shared };
      return { body, headers, notModifiedHeaders: { etag, ...shared } };
    };
    const forms = [];
    for (const [coding, ending] of compressed) forms.push(prepare(await read(name + ending), coding));
    files.set(path, { isPage: page !== undefined, forms: [...forms, prepare(whole)] });
  }
  return files;
}

/** The pages of the manifest by their file. Throws as loadSite does. */
async function readPages(folder: string, names: ReadonlySet<string>): Promise<Map<string, BuiltPage>> {
  const file = join(folder, manifestFile);
  try {
    const { pages }: SiteManifest = JSON.parse(await readFile(file, 'utf8'));
    const missing = pages.find((page) => !names.has(page.file));
    if (missing)
      throw new Error(`The page ${missing.path} is missing: there is no ${join(folder, missing.file)}.`);
    if (!pages.some(({ path }) => path === notFoundPath)) throw new Error('It has no page /404.');
    return new Map(pages.map((page) => [page.file, page]));
  } catch (cause) {
    const problem = (cause as Error).message;
    const sentence = `The built pages' manifest ${file} cannot be used: ${problem} Run "npm run build" again.`;
    throw new Error(sentence, { cause });
  }
}

/** Browsers ignore speculation rules, and feed readers a feed, under any other type. */
const typesByPath: Record<string, string> = {
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/speculation-rules.json': 'application/speculationrules+json',
};

/** Chooses the form that a client accepts (RFC 9110, 12.5.3), in our order; the whole file where it accepts none, not a 406. */
function negotiate({ forms }: ServedFile, header = ''): PreparedAnswer {
  const accepted = new Map(parseAccept(header.toLowerCase()).map(({ type, q }) => [type, q > 0]));
  const accepts = (coding: string | undefined) => !coding || (accepted.get(coding) ?? accepted.get('*'));
  return forms.find(({ headers }) => accepts(headers['content-encoding'])) as PreparedAnswer;
}

export interface Site {
  /** The answer to a GET or HEAD of any path. A redirect keeps `search`, which has its question mark. */
  answer(request: {
    path: string;
    search?: string | undefined;
    acceptEncoding?: string | undefined;
    ifNoneMatch?: string | undefined;
  }): { status: 200 | 304 | 308 | 404; headers: Headers; body: Buffer | null };
}

const matchesEtag = (ifNoneMatch: string, etag: string | undefined) =>
  ifNoneMatch === '*' ||
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);

/**
 * The built pages, served from memory: a request is looked up among the files read at start, so no path can lead out of them.
 * Throws as loadSite does.
 */
export async function openSite(folder: string, settings: HeaderSettings): Promise<Site> {
  const files = await loadSite(folder, settings);
  const notFoundPage = files.get(notFoundPath) as ServedFile;
  files.delete(notFoundPath);
  return {
    answer({ path: asked, search = '', acceptEncoding, ifNoneMatch }) {
      const path = files.has(asked) ? asked : tryDecodeURIComponent(asked);
      const file = files.get(path);
      // `/islam/` and `/islam/index.html` are `/islam`: one page, one address.
      const canonical = path.replace(/\/(index\.html)?$/, '') || '/';
      if (!file && files.get(canonical)?.isPage) {
        const location = encodeURI(canonical) + search;
        const headers = { ...fileHeaders(settings, ''), location, 'content-length': '0' };
        return { status: 308, headers, body: null };
      }
      const { headers, notModifiedHeaders, body } = negotiate(file ?? notFoundPage, acceptEncoding);
      if (file && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, headers.etag))
        return { status: 304, headers: notModifiedHeaders, body: null };
      return { status: file ? 200 : 404, headers, body };
    },
  };
}

/** Answers GET and HEAD from the built pages: with the one at the path that is asked for, or always with the one at `page`. */
export function serveSite(site: Site, page?: string): Handler<AppEnv> {
  return function serveSite(c) {
    c.set('endpoint', 'site');
    const { pathname, search } = new URL(c.req.url);
    const { status, headers, body } = site.answer({
      path: page ?? pathname,
      search,
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: c.req.header('if-none-match'),
    });
    return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers });
  };
}
