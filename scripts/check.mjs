import { tryToBuild } from './build.mjs';
import { runFile, runTool } from './run.mjs';

/** The oldest browsers that the site is made for (docs/decisions/0016-browsers.md). */
const oldestBrowsers = 'chrome 111, edge 111, firefox 115, safari 16.4';

/** The checks that read only the sources. */
async function checkSources() {
  return [
    await runTool('biome', ['check', '--error-on-warnings', '.']),
    await runTool('tsc', ['-p', '.']),
    await runTool('knip', []),
    await runTool('stylelint', ['app/**/*.css']),
    await runFile('scripts/lock.ts'),
  ];
}

/** The check of the built site, which is built first. */
async function checkSite() {
  if (!(await tryToBuild())) return 1;
  return runTool('es-check', [
    '--module',
    '--checkFeatures',
    // A method of supabase-js has the same name as a newer one of Uint8Array.
    '--ignore=Uint8ArrayToBase64',
    '--checkBrowser',
    `--browserslistQuery=${oldestBrowsers}`,
    '--files=dist/assets/*.js',
  ]);
}

/**
 * Builds the site and checks format and lint (imports between folders included), types, dead code, styles, the lock file and
 * the oldest browsers. Sources and site are checked at once, because each leaves one of two cores idle.
 * @returns whether every check passed
 */
export async function check() {
  const [sources, site] = await Promise.all([checkSources(), checkSite()]);
  return [...sources, site].every((code) => code === 0);
}
