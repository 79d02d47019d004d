import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/databases.ts';
import { writeFiles } from '../support/temporary-folder.ts';

const edgeFunctions = ['enhanced-waitlist', 'waitlist-links', 'waitlist-mail'].map(
  (name) => `supabase/functions/${name}/index.ts`,
);

/**
 * The folders that a folder may import from, besides itself: the arrows of docs/architecture.md. Its tests may import tests/ too. A
 * folder that is not named may import all.
 */
const mayImport: Record<string, string[]> = {
  content: [],
  app: ['content'],
  system: [],
  database: ['system'],
  waitlist: ['content', 'database', 'system'],
  mail: ['content', 'database', 'system', 'waitlist'],
  server: ['content', 'database', 'mail', 'system', 'waitlist'],
  cli: ['build', 'content', 'database', 'mail', 'server', 'system', 'waitlist'],
  // The rendered emails are in dist/.
  supabase: ['content', 'database', 'dist', 'mail', 'server', 'system', 'waitlist'],
};

/** What else is not imported. A file of the project begins with `./`, a package does not. */
const never = [
  // They know no pages and no HTTP.
  { from: /^(content|database|waitlist)\//, to: /^(react|react-dom|hono|@hono)(\/|$)/ },
  { from: /^mail\//, to: /^(hono|@hono)(\/|$)/ },
  // The build renders emails: what sends them reads what was rendered.
  { from: /^mail\/[^/]+$/, to: /^(\.\/mail\/messages\/|react(-dom|-email)?(\/|$))/ },
  // It starts the server.
  { from: /^/, to: /^\.\/server\/index\.ts$/ },
];

/** Whether a folder of tests/ imports another one. What several of them use stands in tests/support, which imports none. */
function isBetweenTestFolders(from: string, to: string): boolean {
  const [, own] = /^tests\/([^/]+)\//.exec(from) ?? [];
  const [, other] = /^\.\/tests\/([^/]+)\//.exec(to) ?? [];
  if (own === undefined || other === undefined) return false;
  return other !== own && other !== 'support';
}

function isAllowed(from: string, to: string): boolean {
  if (isBetweenTestFolders(from, to)) return false;
  if (never.some((rule) => rule.from.test(from) && rule.to.test(to))) return false;
  const [folder = ''] = from.split('/');
  const allowed = mayImport[folder];
  const isPackage = !to.startsWith('./');
  if (!allowed || isPackage) return true;
  const [, target = ''] = to.split('/');
  const isTest = /\.(test|fixture)\.tsx?$/.test(from);
  return target === folder || allowed.includes(target) || (isTest && target === 'tests');
}

/** All that a file imports, types included. */
function importsOf(file: string): string[] {
  const names = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...names].map(([, name = '']) =>
    name.startsWith('.') ? `./${posix.join(posix.dirname(file), name)}` : name,
  );
}

test('every import goes along an arrow', () => {
  const folders = [...Object.keys(mayImport), 'bench', 'build', 'deploy', 'scripts', 'tests'];
  const files = globSync(`{${folders}}/**/*.{ts,tsx,mjs}`).map((file) => file.replaceAll('\\', '/'));
  const imports = files.flatMap((from) => importsOf(from).map((to) => [from, to] as const));
  expect(imports.length).toBeGreaterThan(1_500);
  expect(imports.filter(([from, to]) => !isAllowed(from, to))).toEqual([]);
});

test.each([
  ['content/site.ts', './app/routes.ts'],
  ['content/pages/landing.ts', 'react'],
  ['app/client.ts', './tests/support/parts.ts'],
  ['app/ui/text.tsx', './waitlist/join.ts'],
  ['system/text-file.ts', './content/site.ts'],
  ['database/embedded/made-up.ts', './waitlist/join.ts'],
  ['database/embedded/made-up.ts', 'hono'],
  ['waitlist/join.ts', './mail/worker.ts'],
  ['waitlist/join.ts', '@hono/node-server'],
  ['waitlist/join.ts', 'react-dom/server'],
  ['mail/worker.ts', './mail/messages/emails.tsx'],
  ['mail/worker.ts', 'react-email'],
  ['mail/messages/emails.tsx', './server/settings.ts'],
  ['server/app.ts', './build/fonts/faces.ts'],
  ['server/app.ts', './server/index.ts'],
  ['cli/commands/stats.ts', './app/routes.ts'],
  ['supabase/functions/waitlist-mail/index.ts', './cli/terminal.ts'],
  ['tests/contract/made-up.test.ts', './server/index.ts'],
  ['tests/journeys/made-up.test.ts', './tests/browsers/visitor.ts'],
  ['tests/support/made-up.ts', './tests/journeys/steps.ts'],
])('%s may not import %s', (from, to) => {
  expect(isAllowed(from, to)).toBe(false);
});

/** Runs a rule of the linter over files; returns the paths of those in which it finds something. */
function lint(rule: string, config: object, files: Record<string, string>): string[] {
  const folder = testFolder();
  writeFiles(folder, { ...files, 'biome.json': JSON.stringify(config) });
  const args = ['lint', `--only=${rule}`, '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' });
  const { diagnostics }: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout);
  return [...new Set(diagnostics.map(({ location }) => location.path))];
}

/** The files that go up with an edge function: what it imports, types included, because the upload follows those too. */
function uploaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+\.ts)'/g))
    uploaded(relative('.', resolve(dirname(file), path)), found);
  return found;
}

/** The packages that an edge function needs when it runs. Types do not count: they are gone then. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';/gm,
  );
  return [...imports].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return packagesOf(relative('.', resolve(dirname(file), name)), seen);
    return name.startsWith('node:') ? [] : [name];
  });
}

// The functions are deployed without package.json and node_modules, which are there when tests run them.
test.each(edgeFunctions)('%s names each package that it runs with', (edgeFunction) => {
  const configuration = readFileSync(join(dirname(edgeFunction), 'deno.json'), 'utf8');
  const { imports }: { imports: Record<string, string> } = JSON.parse(configuration);
  const isNamed = (name: string) =>
    Object.keys(imports).some((key) => key === name || (key.endsWith('/') && name.startsWith(key)));
  const packages = packagesOf(edgeFunction);
  expect(packages).toContain('pg');
  expect(packages.filter((name) => !isNamed(name))).toEqual([]);
});

test.each(edgeFunctions)(
  'what is uploaded with %s needs no Node global, embedded database, React or command',
  (edgeFunction) => {
    const files = [...uploaded(edgeFunction)];
    expect(files.length).toBeGreaterThan(10);
    const foreign = /^(app|build|cli|database\/embedded|mail\/messages)\/|\.tsx$/;
    expect(files.filter((file) => foreign.test(file))).toEqual([]);
    // Supabase's runtime has them for packages only.
    const globals = ['Buffer', 'setImmediate', 'clearImmediate', 'process', 'global', 'require', '__dirname'];
    const deniedGlobals = Object.fromEntries(globals.map((name) => [name, 'Import it from node:.']));
    const noRestrictedGlobals = { level: 'error', options: { deniedGlobals } };
    const found = lint(
      'style/noRestrictedGlobals',
      { linter: { rules: { style: { noRestrictedGlobals } } } },
      {
        ...Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')])),
        'used.ts': "Buffer.from('a');",
      },
    );
    expect(found).toEqual(['used.ts']);
  },
);
