import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtAssets } from './assets.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A folder that holds nothing but Vite's manifest. */
async function buildWith(manifest: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'built-'));
  folders.push(folder);
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  return folder;
}

test('a manifest that Vite would not write is refused with its file name and what is wrong in it', async () => {
  const folder = await buildWith({ 'app/client.ts': { file: 1 } });
  await expect(builtAssets(folder)).rejects.toThrow(join(folder, '.vite/manifest.json'));
  await expect(builtAssets(folder)).rejects.toThrow('app/client.ts');
});
