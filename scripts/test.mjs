import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findHeadlessBrowser, findOtherEngines } from './browser.mjs';
import { check } from './check.mjs';
import { installServices } from './debian-packages.mjs';
import { install, root } from './install.mjs';
import { runTool } from './run.mjs';
import { temporaryFiles } from './temporary-files.mjs';

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

/** Everything that failed or needed a second try, for the end of a long output, so that nobody has to search. */
function* failures() {
  for (const file of readReport(vitestReport)?.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const name = relative(root, file.name);
    for (const { fullName, failureMessages } of failed)
      yield { verdict: 'failed', name: `${name} ${fullName}`, message: failureMessages.join('\n') };
    if (file.status === 'failed' && failed.length === 0)
      yield { verdict: 'failed', name, message: file.message };
  }
  yield* failedJourneys(readReport(playwrightReport) ?? {});
}

function count() {
  const vitest = readReport(vitestReport);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readReport(playwrightReport)?.stats ?? {};
  return {
    passed: (vitest?.numPassedTests ?? 0) + expected + flaky,
    failed: (vitest?.numFailedTests ?? 0) + unexpected,
    skipped: (vitest?.numPendingTests ?? 0) + skipped,
  };
}

/** The notes of tests/support/skipped.ts on what this machine lacks, each once. */
function skippedNotes() {
  const file = join(reports, 'skipped.txt');
  return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n'))] : [];
}

const seconds = [];

/** Ctrl+C ends the whole run, not only the current step: run.mjs passes the signal on to the step's programs. */
let exitCodeOfSignal;
process.on('SIGINT', () => (exitCodeOfSignal = 130));
process.on('SIGTERM', () => (exitCodeOfSignal = 143));

/** Runs one step and prints its number and name; its duration is printed at the end. */
async function step(name, run) {
  console.log(`${seconds.length + 1} of 3: ${name}`);
  const start = performance.now();
  const outcome = await run();
  if (exitCodeOfSignal) process.exit(exitCodeOfSignal);
  seconds.push(`${Math.round((performance.now() - start) / 1000)} s  ${name}`);
  return outcome;
}

install('everything');
installServices();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const temporary = temporaryFiles();
const hasPassedCheck = await step('build, format, lint, types, dead code, the oldest browsers', check);
const units = await step('words, components, server, database', () =>
  runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`], {
    TMPDIR: temporary,
    TMPDIR_ON_DISK: tmpdir(),
  }),
);
const { engines, notes, environment } = findOtherEngines();
const projects = ['journeys', 'chromium', ...engines].map((name) => `--project=${name}`);
const journeys = await step(`journeys in ${['chromium', ...engines].join(', ')}`, () =>
  runTool('playwright', ['test', ...projects], {
    ...environment,
    TMPDIR: temporary,
    CHROMIUM_PATH: findHeadlessBrowser() ?? '',
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  }),
);
// In CI every engine is required.
const hasEveryEngine = notes.length === 0 || !process.env.CI;

const { passed, failed, skipped } = count();
if (!hasPassedCheck)
  console.log('The check of format, lint, types and dead code failed: see the top of this output.');
for (const note of [...notes, ...skippedNotes()]) console.log(note);
for (const { verdict, name, message } of failures()) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 12);
  console.log(`\n${name}: ${verdict}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
console.log(`\n${seconds.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(hasPassedCheck && hasEveryEngine && units === 0 && journeys === 0 ? 0 : 1);
