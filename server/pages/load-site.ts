import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type BuiltPage, readManifest } from './site-manifest.ts';

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
