import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser, findOtherEngines } from './browser.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { install, root } from './install.mjs';
import { runTool } from './run.mjs';

const reports = join(root, '.cache/reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const browsersReport = join(reports, 'browsers.json');

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The tests of a Playwright report's suite that failed, each with its first error. */
function* failedJourneys(suite) {
  for (const inner of suite.suites ?? []) yield* failedJourneys(inner);
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests) {
      if (test.status !== 'unexpected' && test.status !== 'flaky') continue;
      const error = test.results.flatMap((result) => result.errors ?? [])[0];
      yield {
        verdict: test.status === 'flaky' ? 'needed its second try' : 'failed',
        name: `${spec.file}:${spec.line} ${test.projectName} ${spec.title}`,
        message: error?.message ?? '',
      };
    }
}

/** Everything that failed or needed a second try: a long output's end names it, so nobody searches. */
function* failures() {
  for (const file of readReport(vitestReport)?.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const name = relative(root, file.name);
    for (const { fullName, failureMessages } of failed)
      yield { verdict: 'failed', name: `${name} ${fullName}`, message: failureMessages.join('\n') };
    if (file.status === 'failed' && failed.length === 0)
      yield { verdict: 'failed', name, message: file.message };
  }
  for (const report of [playwrightReport, browsersReport]) yield* failedJourneys(readReport(report) ?? {});
}

function count() {
  const vitest = readReport(vitestReport);
  const browsers = [playwrightReport, browsersReport].map((file) => readReport(file)?.stats ?? {});
  const sum = (first = 0, ...names) =>
    browsers.reduce((total, stats) => names.reduce((all, name) => all + (stats[name] ?? 0), total), first);
  return {
    passed: sum(vitest?.numPassedTests, 'expected', 'flaky'),
    failed: sum(vitest?.numFailedTests, 'unexpected'),
    skipped: sum(vitest?.numPendingTests, 'skipped'),
  };
}

install('everything');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

console.log('1 of 5: format, lint, types, dead code, the oldest browsers');
const isTidy = await check();
console.log('2 of 5: build');
await build();
console.log('3 of 5: words, components, server, database');
const units = await runTool('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);
console.log('4 of 5: journeys in Chromium');
const chromium = { CHROMIUM_PATH: findBrowser() ?? '' };
const journeys = await runTool('playwright', ['test'], {
  ...chromium,
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
});
const { engines, notes, environment } = findOtherEngines();
console.log(`5 of 5: journeys in ${['chromium', ...engines].join(', ')}`);
const projects = ['chromium', ...engines].map((engine) => `--project=${engine}`);
const browsers = await runTool('playwright', ['test', '-c', 'tests/browsers', ...projects], {
  ...chromium,
  ...environment,
  PLAYWRIGHT_JSON_OUTPUT_NAME: browsersReport,
});
// In CI every engine is required.
const isWhole = notes.length === 0 || !process.env.CI;

const { passed, failed, skipped } = count();
if (!isTidy)
  console.log('The check of format, lint, types and dead code failed: see the top of this output.');
for (const note of notes) console.log(note);
for (const { verdict, name, message } of failures()) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 12);
  console.log(`\n${name}: ${verdict}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(isTidy && isWhole && units === 0 && journeys === 0 && browsers === 0 ? 0 : 1);
