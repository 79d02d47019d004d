import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { install, root } from './install.mjs';
import { runTool } from './run.mjs';

const reports = join(root, '.cache/reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function count() {
  const vitest = readReport(vitestReport);
  const browser = readReport(playwrightReport)?.stats;
  return {
    passed: (vitest?.numPassedTests ?? 0) + (browser?.expected ?? 0) + (browser?.flaky ?? 0),
    failed: (vitest?.numFailedTests ?? 0) + (browser?.unexpected ?? 0),
    skipped: (vitest?.numPendingTests ?? 0) + (browser?.skipped ?? 0),
  };
}

install('everything');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

console.log('1 of 4: format, lint, types, dead code');
const isTidy = await check();
console.log('2 of 4: build');
await build();
console.log('3 of 4: words, components, server, database');
const units = await runTool('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);
console.log('4 of 4: journeys in Chromium');
const journeys = await runTool('playwright', ['test'], {
  CHROMIUM_PATH: findBrowser() ?? '',
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
});

const { passed, failed, skipped } = count();
if (!isTidy)
  console.log('The check of format, lint, types and dead code failed: see the top of this output.');
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(isTidy && units === 0 && journeys === 0 ? 0 : 1);
