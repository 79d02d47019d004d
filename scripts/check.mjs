import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile, runTool } from './run.mjs';

/** The oldest browsers that the site is made for (docs/decisions/0016-browsers.md). */
const oldestBrowsers = 'chrome 111, edge 111, firefox 115, safari 16.4';

/**
 * Format and lint (imports between folders included), types, dead code, the lock file, the oldest browsers.
 * @returns whether all is well
 */
export async function check() {
  const codes = [
    await runTool('biome', ['check', '--error-on-warnings', '.']),
    await runTool('tsc', ['-p', '.']),
    await runTool('knip', []),
    await runFile('scripts/lock.ts'),
  ];
  await build();
  codes.push(
    await runTool('stylelint', ['app/**/*.css']),
    await runTool('es-check', [
      '--module',
      '--checkFeatures',
      // A method of supabase-js has the name of a younger one of Uint8Array.
      '--ignore=Uint8ArrayToBase64',
      '--checkBrowser',
      `--browserslistQuery=${oldestBrowsers}`,
      '--files=dist/assets/*.js',
    ]),
  );
  return codes.every((code) => code === 0);
}

if (process.argv[1]?.endsWith('check.mjs')) {
  install('everything');
  process.exit((await check()) ? 0 : 1);
}
