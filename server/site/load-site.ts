import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

export type Encoding = 'identity' | 'br' | 'gzip';

/** One built file in every form the build left it in. */
export interface BuiltFile {
  /** The one path it is served at: `/islam` for islam/index.html. */
  path: string;
  isPage: boolean;
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
  /** Of the bytes themselves; each encoding adds its own name to it. */
  hash: string;
}

const endings = { br: '.br', gzip: '.gz' } as const;

/** Files for static hosts and for the build itself; the server's answers hold the same facts. */
const notServed = new Set(['_headers', '_redirects']);

const isHidden = (name: string) =>
  name.split('/').some((part) => part.startsWith('.') && part !== '.well-known');

function pathOf(name: string): string {
  if (name === 'index.html') return '/';
  if (name.endsWith('/index.html')) return `/${name.slice(0, -'/index.html'.length)}`;
  return `/${name}`;
}

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

/**
 * Reads a built site into memory.
 * Takes the folder the build wrote; returns its files by the path they are served at, compressed forms folded in.
 * Throws when there is no such folder, no front page or no 404 page, with a sentence that says what to run.
 */
export async function loadSite(folder: string): Promise<Map<string, BuiltFile>> {
  const names = new Set((await listFiles(folder)).filter((name) => !isHidden(name) && !notServed.has(name)));
  const isCompressedForm = (name: string) => /\.(br|gz)$/.test(name) && names.has(name.slice(0, -3));
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    if (isCompressedForm(name)) continue;
    const identity = await readFile(join(folder, name));
    const bodies: BuiltFile['bodies'] = { identity };
    for (const encoding of ['br', 'gzip'] as const) {
      const compressed = name + endings[encoding];
      if (names.has(compressed)) bodies[encoding] = await readFile(join(folder, compressed));
    }
    const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
    const path = pathOf(name);
    files.set(path, { path, isPage: name.endsWith('.html'), bodies, hash });
  }
  for (const needed of ['/', '/404.html']) {
    if (!files.has(needed))
      throw new Error('The built pages in dist/ are incomplete. Run "npm run build" again.');
  }
  return files;
}
