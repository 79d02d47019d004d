import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/databases.ts';
import { writeFiles } from '../support/temporary-folder.ts';

const edgeFunctions = ['enhanced-waitlist', 'waitlist-links', 'waitlist-mail'].map(
  (name) => `supabase/functions/${name}/index.ts`,
);

/** Imports that break an arrow of docs/architecture.md, from files at every depth with its own rule. Some paths are made up. */
const forbidden: Record<string, string[]> = {
  'content/site.ts': ['app/routes.ts', 'system/text-file.ts'],
  'content/pages/landing.ts': [
    'build/fonts/faces.ts',
    'waitlist/join.ts',
    'database/database.ts',
    'server/settings.ts',
    'mail/links.ts',
    'react',
  ],
  'app/render-document.tsx': ['server/settings.ts', 'system/text-file.ts', 'waitlist/join.ts'],
  'app/ui/text.tsx': ['database/database.ts', 'waitlist/join.ts', 'build/fonts/faces.ts', 'mail/links.ts'],
  'app/pages/landing/landing.tsx': ['server/settings.ts', 'waitlist/join.ts', 'cli/terminal.ts'],
  'system/text-file.ts': ['content/site.ts', 'database/database.ts', 'server/settings.ts'],
  'database/migrate.ts': ['waitlist/join.ts', 'mail/worker.ts'],
  'database/embedded/made-up.ts': ['content/site.ts', 'server/settings.ts', 'hono'],
  'waitlist/join.ts': [
    'app/routes.ts',
    'server/settings.ts',
    'cli/terminal.ts',
    'mail/worker.ts',
    'hono',
    'hono/factory',
    '@hono/node-server',
    'react',
    'react-dom/server',
  ],
  'mail/worker.ts': ['server/settings.ts', 'mail/messages/emails.tsx', 'react-email'],
  'mail/messages/emails.tsx': ['app/routes.ts', 'server/settings.ts'],
  'server/app.ts': ['app/routes.ts', 'build/fonts/faces.ts', 'server/index.ts'],
  'server/cross-origin.ts': ['app/routes.ts', 'server/index.ts', 'cli/terminal.ts'],
  'cli/commands/stats.ts': ['app/routes.ts', 'server/index.ts'],
  'supabase/functions/waitlist-mail/index.ts': ['app/routes.ts', 'server/index.ts'],
  'build/development.ts': ['server/index.ts'],
  'tests/contract/made-up.test.ts': ['server/index.ts'],
};

/** Runs a rule of the linter over files; returns the paths of those in which it finds something. */
function lint(rule: string, config: object, files: Record<string, string>): string[] {
  const folder = testFolder();
  writeFiles(folder, { ...files, 'biome.json': JSON.stringify(config) });
  const args = ['lint', `--only=${rule}`, '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' });
  const { diagnostics }: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout);
  return [...new Set(diagnostics.map(({ location }) => location.path))];
}

// That it refuses none along an arrow is held by the check of the sources.
test('the linter refuses every import against an arrow', () => {
  const { vcs: _noRepositoryHere, ...rules } = JSON.parse(readFileSync('biome.json', 'utf8'));
  const arrows = Object.entries(forbidden).flatMap(([from, targets]) =>
    targets.map((to) => [from, to] as const),
  );
  const files = arrows.map(([from, to], index) => {
    const path = /\.tsx?$/.test(to) ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to;
    return { file: join(dirname(from), `import-${index}.ts`), text: `import '${path}';\n` };
  });
  const refused = lint(
    'style/noRestrictedImports',
    rules,
    Object.fromEntries(files.map(({ file, text }) => [file, text])),
  );
  expect(arrows.filter((_, index) => !refused.includes(files[index]?.file ?? ''))).toEqual([]);
});

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
  'what is uploaded with %s needs no Node global, database, React or command',
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
