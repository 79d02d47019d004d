import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a container starts, and the thread that a server starts: nothing imports its script. */
const entries = ['server/index.ts', 'cli/index.ts', 'cli/mail.ts', 'waitlist/list/list-thread.ts'];

/** What those read rather than import. */
const data = ['content', 'dist', 'supabase/migrations', 'package-lock.json', 'deploy'];

/** The project's own files that the server and the commands import, and the names of the packages. */
export async function traceRuntime(): Promise<{ files: string[]; packages: string[] }> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      write: false,
      // Node loads what is imported, even if nothing of it is used.
      rolldownOptions: { input: entries, treeshake: false },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((part) => part.type === 'chunk');
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((specifier) => !own.has(specifier) && !isBuiltin(specifier));
  const nameOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return {
    files: chunks
      .flatMap(({ moduleIds }) => moduleIds.map((id) => relative(root, id).replaceAll(sep, '/')))
      .sort(),
    packages: [...new Set(imported.map(nameOf))].sort(),
  };
}

/**
 * Fills a folder with everything that runs, except node_modules: `npm install` there installs the locked packages, and with
 * them a Node for that machine. Where there is a Node already, `--omit=optional` leaves it out.
 */
async function writeRuntime(folder: string): Promise<void> {
  const { files, packages } = await traceRuntime();
  for (const path of [...files, ...data]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  const { name, version, type, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const needed = Object.fromEntries(packages.map((each) => [each, dependencies[each]]));
  const manifest = { name, version, private: true, type, dependencies: needed, optionalDependencies };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

// Not import.meta.main: Node 24.0 and 24.1 have none, and would pass over what follows.
if (process.argv[1]?.endsWith('runtime.ts')) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Name the folder to write to: npm run runtime -- ../runtime');
  await writeRuntime(resolve(folder));
}
