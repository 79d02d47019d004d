import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
});

/** The files that Vite wrote, by the source of each (Vite, 'Backend Integration'). */
export type ViteManifest = Readonly<Record<string, Chunk>>;
export type Chunk = z.infer<typeof chunk>;

/**
 * Reads Vite's manifest.
 * @param outDir the folder the build wrote
 * @throws an Error that names the file and what is wrong with it
 */
export async function readViteManifest(outDir: string): Promise<ViteManifest> {
  const file = join(outDir, '.vite/manifest.json');
  const result = z.record(z.string(), chunk).safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!result.success) throw new Error(`${file} cannot be used:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** The chunk of a source. Throws with its purpose where the build has not made it. */
export function chunkOf(manifest: ViteManifest, source: string, purpose: string): Chunk {
  const found = manifest[source];
  if (!found) throw new Error(`${purpose} needs ${source}, which the build has not made a file of.`);
  return found;
}
