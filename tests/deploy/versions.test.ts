import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const versions: Record<string, string> = { ...dependencies, ...devDependencies };

test.for(globSync('supabase/functions/*/deno.json'))('%s names the versions of package.json', (file) => {
  const { imports }: { imports: Record<string, string> } = JSON.parse(readFileSync(file, 'utf8'));
  for (const [name, source] of Object.entries(imports)) {
    // `hono/` stands for the files of the package.
    const packageName = name.replace(/\/$/, '');
    const exact = `${packageName}@${versions[packageName]}`;
    expect([`npm:${exact}`, `npm:/${exact}/`], name).toContain(source);
  }
});

test('the script, its paper and the tests use one version of the Supabase CLI', () => {
  const files = ['deploy/supabase.sh', 'deploy/supabase.md', 'tests/support/supabase.ts'];
  const named = files.flatMap((file) => {
    const found = [...readFileSync(file, 'utf8').matchAll(/supabase@(\d[\d.]*\d)/g)];
    expect(found.length, file).toBeGreaterThan(0);
    return found.map(([, version]) => version);
  });
  expect(new Set(named).size).toBe(1);
});
