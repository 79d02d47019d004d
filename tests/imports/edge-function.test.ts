import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The files that go up with the function: what it imports, types included, because the upload follows those too. */
function uploaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g))
    uploaded(relative('.', resolve(dirname(file), path)), found);
  return found;
}

const files = [...uploaded('supabase/functions/enhanced-waitlist/index.ts')];

/** Supabase's runtime has them for packages only. */
const nodeGlobals = ['Buffer', 'setImmediate', 'clearImmediate', 'process', 'global', 'require', '__dirname'];

/** The files of a folder that name one of Node's globals without importing it. */
function usesOfGlobals(sources: Record<string, string>): string[] {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  const deniedGlobals = Object.fromEntries(nodeGlobals.map((name) => [name, 'Import it from node:.']));
  const rule = { level: 'error', options: { deniedGlobals } };
  writeFileSync(
    join(path, 'biome.json'),
    JSON.stringify({ linter: { rules: { style: { noRestrictedGlobals: rule } } } }),
  );
  const args = ['lint', '--only=style/noRestrictedGlobals', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), args, { cwd: path, encoding: 'utf8' });
  const { diagnostics }: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout);
  return [...new Set(diagnostics.map(({ location }) => location.path))];
}

test('nothing that the edge function imports uses a global of Node', () => {
  const used = "Buffer.from('a');";
  const sources = Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
  expect(
    usesOfGlobals({ 'used.ts': used, 'imported.ts': `import { Buffer } from 'node:buffer';\n${used}` }),
  ).toEqual(['used.ts']);
  expect(usesOfGlobals(sources)).toEqual([]);
});

test('nothing of the embedded database goes up with the edge function', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => file.startsWith('database/embedded/'))).toEqual([]);
});
