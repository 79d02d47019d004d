import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

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
export type BuiltPage = z.infer<typeof page>;

/** Beside Vite's own manifest, in a folder that is never served. */
export const manifestFile = '.vite/site.json';

/**
 * Reads the build's list of its pages.
 * @param folder the folder the build wrote
 * @throws an Error that names the file and what is wrong with it
 */
export async function readManifest(folder: string): Promise<SiteManifest> {
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
