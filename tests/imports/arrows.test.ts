import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Imports that break an arrow of docs/architecture.md, from files at every depth that has a rule of its own. */
const forbidden = [
  ['content/site.ts', '../app/routes.ts'],
  ['content/pages/landing.ts', '../../build/fonts/faces.ts'],
  ['content/pages/landing.ts', '../../waitlist/join.ts'],
  ['content/pages/landing.ts', '../../database/open-database.ts'],
  ['content/pages/landing.ts', '../../server/settings.ts'],
  ['content/pages/landing.ts', 'react'],
  ['app/render-document.tsx', '../server/settings.ts'],
  ['app/render-document.tsx', '../waitlist/join.ts'],
  ['app/ui/text.tsx', '../../database/open-database.ts'],
  ['app/ui/text.tsx', '../../waitlist/join.ts'],
  ['app/ui/text.tsx', '../../build/fonts/faces.ts'],
  ['app/pages/landing/hero.tsx', '../../../server/settings.ts'],
  ['app/pages/landing/hero.tsx', '../../../waitlist/join.ts'],
  ['app/pages/landing/hero.tsx', '../../../cli/output.ts'],
  ['database/readiness.ts', '../waitlist/join.ts'],
  ['database/postgres/run-statement.ts', '../../content/site.ts'],
  ['database/postgres/run-statement.ts', '../../server/settings.ts'],
  ['database/postgres/run-statement.ts', 'hono'],
  ['waitlist/join.ts', '../app/routes.ts'],
  ['waitlist/join.ts', '../server/settings.ts'],
  ['waitlist/join.ts', '../cli/output.ts'],
  ['waitlist/join.ts', 'hono'],
  ['waitlist/join.ts', 'hono/factory'],
  ['waitlist/join.ts', '@hono/node-server'],
  ['waitlist/join.ts', 'react'],
  ['waitlist/join.ts', 'react-dom/server'],
  ['waitlist/join.ts', '../mail/worker.ts'],
  ['database/readiness.ts', '../mail/worker.ts'],
  ['content/pages/landing.ts', '../../mail/links.ts'],
  ['app/ui/text.tsx', '../../mail/links.ts'],
  ['mail/worker.ts', '../server/settings.ts'],
  ['mail/worker.ts', './messages/emails.tsx'],
  ['mail/worker.ts', 'react-email'],
  ['mail/messages/emails.tsx', '../../app/routes.ts'],
  ['mail/messages/emails.tsx', '../../server/settings.ts'],
  ['server/app.ts', '../app/routes.ts'],
  ['server/app.ts', '../build/fonts/faces.ts'],
  ['server/app.ts', './index.ts'],
  ['server/cross-origin.ts', '../app/routes.ts'],
  ['server/cross-origin.ts', './index.ts'],
  ['server/cross-origin.ts', '../cli/output.ts'],
  ['cli/commands/stats.ts', '../../app/routes.ts'],
  ['cli/commands/stats.ts', '../../server/index.ts'],
  ['supabase/functions/enhanced-waitlist/index.ts', '../../../app/routes.ts'],
  ['supabase/functions/enhanced-waitlist/index.ts', '../../../server/index.ts'],
  ['build/development.ts', '../server/index.ts'],
  ['tests/contract/shutdown.test.ts', '../../server/index.ts'],
] as const;

const allowed = [
  ['app/render-document.tsx', '../content/site.ts'],
  ['app/pages/landing/hero.tsx', '../../waitlist/join-forms.tsx'],
  ['app/ui/button.tsx', '../waitlist/triggers.ts'],
  ['build/plugin.ts', '../app/render-document.tsx'],
  ['waitlist/join.ts', '../database/open-database.ts'],
  ['waitlist/join.ts', '../content/messages.ts'],
  ['mail/worker.ts', '../database/open-database.ts'],
  ['mail/messages/emails.tsx', '../../content/site.ts'],
  ['mail/messages/emails.tsx', 'react-email'],
  ['server/email-links.ts', '../mail/links.ts'],
  ['server/form.ts', '../waitlist/join.ts'],
  ['server/supabase-api.ts', 'hono'],
  ['cli/commands/stats.ts', '../../waitlist/statistics.ts'],
  ['supabase/functions/enhanced-waitlist/index.ts', '../../../waitlist/join.ts'],
] as const;

type Import = readonly [path: string, specifier: string];

interface Report {
  diagnostics: { category: string; location: { path: string } }[];
}

/** Runs the project's own rules over a file for each import, and says which imports they refuse. */
function lint(imports: readonly Import[]): (one: Import) => boolean {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { vcs: _noRepositoryHere, ...rules } = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(join(folder.path, 'biome.json'), JSON.stringify(rules));
  const fileOf = ([path]: Import, index: number) => join(dirname(path), `import-${index}.ts`);
  for (const [index, one] of imports.entries()) {
    const file = join(folder.path, fileOf(one, index));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import '${one[1]}';\n`);
  }
  const { stdout } = spawnSync(
    resolve('node_modules/.bin/biome'),
    ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: folder.path, encoding: 'utf8' },
  );
  const { diagnostics }: Report = JSON.parse(stdout);
  const refused = new Set(diagnostics.map(({ location }) => location.path));
  return (one) => refused.has(fileOf(one, imports.indexOf(one)));
}

test('the linter refuses every import against an arrow, and none along one', () => {
  const isRefused = lint([...forbidden, ...allowed]);
  expect(forbidden.filter((one) => !isRefused(one))).toEqual([]);
  expect(allowed.filter(isRefused)).toEqual([]);
});
