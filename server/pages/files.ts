import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { cacheControl, fileHeaders, type HeaderSettings, pageHeaders } from './headers.ts';

const page = z.strictObject({
  /** The one path it is served at. */
  path: z.string().startsWith('/'),
  /** Where it lies in the folder of the build: `islam/index.html`. */
  file: z.string().endsWith('.html'),
  /** The CSP hash sources of its inline styles. */
  styleHashes: z.array(z.string().regex(/^'sha256-[\w+/]{43}='$/)),
  /** The fonts that its head preloads. */
  fonts: z.array(z.string().startsWith('/')),
});

const manifest = z.strictObject({ pages: z.array(page).min(1) });

export type SiteManifest = z.infer<typeof manifest>;
type BuiltPage = z.infer<typeof page>;

/** Beside Vite's own manifest, in a folder that is never served. */
export const manifestFile = '.vite/site.json';

/**
 * Reads the build's list of its pages.
 * @param folder the folder the build wrote
 * @throws an Error that names the file and what is wrong with it
 */
async function readManifest(folder: string): Promise<SiteManifest> {
  const file = join(folder, manifestFile);
  try {
    return manifest.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new Error(
      `The built pages' manifest ${file} cannot be used. Run "npm run build" again.\n${problem}`,
      {
        cause,
      },
    );
  }
}

export type Encoding = 'identity' | 'br' | 'gzip';

/** One built file with its compressed forms. */
export interface ServedFile {
  /** The one path it is served at. */
  path: string;
  /** Its entry in the build's manifest, when it is a page. */
  page: BuiltPage | undefined;
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
  /** Of the uncompressed bytes; the ETag of a compressed form adds the encoding's name. */
  hash: string;
}

const fileExtensions = { br: '.br', gzip: '.gz' } as const;

/** Files for static hosts; the server's responses contain the same facts. */
const notServed = new Set(['_headers', '_redirects']);

const isHidden = (name: string) =>
  name.split('/').some((part) => part.startsWith('.') && part !== '.well-known');

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return names.map((name) => name.slice(folder.length + 1).replaceAll(sep, '/'));
  } catch (cause) {
    throw new Error('The built pages are missing: there is no folder dist/. Run "npm run build" first.', {
      cause,
    });
  }
}

/** A file of the folder with its compressed forms. */
async function readBuiltFile(folder: string, name: string, names: ReadonlySet<string>, page?: BuiltPage) {
  const identity = await readFile(join(folder, name));
  const bodies: ServedFile['bodies'] = { identity };
  for (const encoding of ['br', 'gzip'] as const) {
    const compressed = name + fileExtensions[encoding];
    if (names.has(compressed)) bodies[encoding] = await readFile(join(folder, compressed));
  }
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { path: page?.path ?? `/${name}`, page, bodies, hash };
}

/**
 * Reads a built site into memory.
 * @param folder the folder the build wrote
 * @returns its files by the path they are served at, compressed forms folded in
 * @throws when there is no such folder, or its manifest cannot be read or names a page that is not there, with a sentence
 * that says what to run
 */
export async function loadSite(folder: string): Promise<Map<string, ServedFile>> {
  const names = new Set((await listFiles(folder)).filter((name) => !isHidden(name) && !notServed.has(name)));
  const { pages } = await readManifest(folder);
  const pageOf = new Map(pages.map((page) => [page.file, page]));
  for (const { path, file } of pages) {
    if (!names.has(file))
      throw new Error(
        `The page ${path} is missing: there is no ${join(folder, file)}. Run "npm run build" again.`,
      );
  }
  const isCompressedForm = (name: string) => /\.(br|gz)$/.test(name) && names.has(name.slice(0, -3));
  const files = new Map<string, ServedFile>();
  for (const name of names) {
    if (isCompressedForm(name)) continue;
    const file = await readBuiltFile(folder, name, names, pageOf.get(name));
    files.set(file.path, file);
  }
  return files;
}

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};

/** Files whose extension does not determine their type. Browsers ignore speculation rules under any other type. */
const byPath: Record<string, string> = {
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/speculation-rules.json': 'application/speculationrules+json',
};

/** The content type of a built file, by its path. Unknown extensions are sent as bytes: a browser then saves them. */
function contentTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return byPath[path] ?? contentTypes[extension] ?? 'application/octet-stream';
}

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
