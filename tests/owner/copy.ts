import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What is made here and not written: the copy makes its own. */
const made = new Set(['node_modules', 'dist', 'data', 'pictures', 'test-results', 'playwright-report']);

/** Copies the repository into an empty folder, with its own built files to come and the same installed packages. */
export async function copyRepository(folder: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => !made.has(name) && !name.startsWith('.'));
  await Promise.all(names.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/**
 * Replaces one place in a file of the copy.
 * @throws Error when the place is not there exactly once: the edit would mean something else than it says
 */
export async function edit(folder: string, file: string, from: string | RegExp, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  const pieces = text.split(from);
  if (pieces.length !== 2) throw new Error(`${file} has “${from}” ${pieces.length - 1} times, not once.`);
  await writeFile(path, pieces.join(to));
}
