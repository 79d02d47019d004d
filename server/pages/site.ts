import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Handler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType } from 'hono/utils/mime';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { notFoundPath } from '../../content/paths.ts';
import type { HeaderFields, HeaderSettings } from '../headers.ts';
import type { AppEnv } from '../responses.ts';
import { cacheControl, fileHeaders, pageHeaders } from './headers.ts';

interface BuiltPage {
  /** The one path it is served at. */
  path: string;
  /** Its file in the folder of the build: `islam/index.html`. */
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

/** File ending for each content encoding, best first. */
const endings = { br: '.br', gzip: '.gz' };

/** The parts of an answer that do not depend on the request. */
interface PreparedAnswer {
  body: Buffer;
  /** Headers of a 200 response. */
  headers: HeaderFields;
  /** Headers of a 304 response, which update a cache (RFC 9110, 15.4.5). */
  notModifiedHeaders: HeaderFields;
}

/** The answers of one built file: one for each encoding, the best first, and the file as it is last. */
interface ServedFile {
  isPage: boolean;
  encodings: PreparedAnswer[];
}

/** Leaves out hidden files, and files for static hosts, whose facts are in the server's own headers. */
const isServed = (name: string) => !/^_(headers|redirects)$|(^|\/)\.(?!well-known\/)/.test(name);

/**
 * Reads a built site into memory.
 * @returns its files by the path they are served at, with their compressed variants
 * @throws Error saying what to run, when there is no such folder, or its manifest cannot be read or names a page that is not there
 */
async function loadSite(folder: string, settings: HeaderSettings): Promise<Map<string, ServedFile>> {
  const names = await listServed(folder);
  const pages = await readPages(folder, names);
  const files = new Map<string, ServedFile>();
  for (const name of names) {
    const isVariant = /\.(br|gz)$/.test(name) && names.has(name.slice(0, -3));
    if (isVariant) continue;
    const page = pages.get(name);
    const path = page?.path ?? `/${name}`;
    const variants = Object.entries(endings).filter(([, ending]) => names.has(name + ending));
    const shared = sharedHeaders(settings, path, page, variants.length > 0);
    files.set(path, {
      isPage: page !== undefined,
      encodings: await prepareFile(join(folder, name), path, shared, variants),
    });
  }
  return files;
}

/** The names of the files that are served, such as `islam/index.html`. @throws Error saying what to run, when there is no such folder */
async function listServed(folder: string): Promise<Set<string>> {
  const missing = 'The built pages are missing: there is no folder dist/. Run "npm run build" first.';
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new Error(missing, { cause });
  });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  return new Set(names.filter(isServed));
}

/** The headers that a file has in every encoding, and in a 304 response. */
function sharedHeaders(
  settings: HeaderSettings,
  path: string,
  page: BuiltPage | undefined,
  hasVariants: boolean,
): HeaderFields {
  const own = page ? pageHeaders(settings, path, page.styleHashes) : fileHeaders(settings, path);
  const vary = hasVariants ? { vary: 'Accept-Encoding' } : {};
  return { 'cache-control': cacheControl(path), ...vary, ...own };
}

/**
 * Reads a file and its compressed variants.
 * @param file its path on the disk
 * @param path the path it is served at
 * @param variants pairs of an encoding and a file ending
 */
async function prepareFile(
  file: string,
  path: string,
  shared: HeaderFields,
  variants: [encoding: string, ending: string][],
): Promise<PreparedAnswer[]> {
  const type = typesByPath[path] ?? getMimeType(file) ?? 'application/octet-stream';
  const whole = await readFile(file);
  const hash = createHash('sha256').update(whole).digest('base64url').slice(0, 22);

  function prepare(body: Buffer, etag: string, encoding: HeaderFields): PreparedAnswer {
    const own = { 'content-type': type, 'content-length': String(body.length), etag };
    return { body, headers: { ...own, ...encoding, ...shared }, notModifiedHeaders: { etag, ...shared } };
  }

  const answers = [];
  for (const [encoding, ending] of variants) {
    const body = await readFile(file + ending);
    answers.push(prepare(body, `"${hash}-${encoding}"`, { 'content-encoding': encoding }));
  }
  answers.push(prepare(whole, `"${hash}"`, {}));
  return answers;
}

/** The pages of the manifest, by their file. Throws as loadSite does. */
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
    const reason = (cause as Error).message;
    const sentence = `The built pages' manifest ${file} cannot be used: ${reason} Run "npm run build" again.`;
    throw new Error(sentence, { cause });
  }
}

/** Browsers ignore speculation rules, and feed readers a feed, under any other type. */
const typesByPath: Record<string, string> = {
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/speculation-rules.json': 'application/speculationrules+json',
};

/** Chooses the first encoding that a client accepts (RFC 9110, 12.5.3). If it accepts none it gets the file as it is, not a 406. */
function negotiate({ encodings }: ServedFile, header = ''): PreparedAnswer {
  const accepted = new Map(parseAccept(header.toLowerCase()).map(({ type, q }) => [type, q > 0]));
  const accepts = ({ headers }: PreparedAnswer) => {
    const encoding = headers['content-encoding'];
    return encoding === undefined || (accepted.get(encoding) ?? accepted.get('*'));
  };
  return encodings.find(accepts) as PreparedAnswer;
}

export interface Site {
  /** The answer to a GET or HEAD of any path. A redirect keeps `search`, which has its question mark. */
  answer(request: {
    path: string;
    search?: string | undefined;
    acceptEncoding?: string | undefined;
    ifNoneMatch?: string | undefined;
  }): { status: 200 | 304 | 308 | 404; headers: HeaderFields; body: Buffer | null };
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
    answer({ path: requested, search = '', acceptEncoding, ifNoneMatch }) {
      const path = files.has(requested) ? requested : tryDecodeURIComponent(requested);
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

/** Answers GET and HEAD from the built pages. @param page always answers with the page at this path */
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
