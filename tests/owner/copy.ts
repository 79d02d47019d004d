import { cp, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Generated folders: the copy generates its own. */
const generated = new Set(['node_modules', 'dist', 'data', 'pictures']);

/** Copies the repository into an empty folder, without built files and with a link to the installed packages. */
export async function copyRepository(folder: string): Promise<void> {
  const names = (await readdir(root)).filter(
    (name) => !generated.has(name) && (!name.startsWith('.') || name === '.env.example'),
  );
  await Promise.all(names.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  // Otherwise the tests of the copy would create it again (support/shared-databases.ts).
  await cp(join(root, '.cache/embedded'), join(folder, '.cache/embedded'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}
