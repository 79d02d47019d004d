import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './setup.mjs';

/** Where the steps of npm test leave their reports. */
export const reports = join(root, '.cache/reports');
export const vitestReport = join(reports, 'vitest.json');
export const playwrightReport = join(reports, 'playwright.json');

/** @returns {any} a report, or undefined if the step did not come to write it */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Said of a flaky test, which is no failure. */
const secondTry = 'needed its second try';

export const isFailure = ({ verdict }) => verdict !== secondTry;

/** Every test of Vitest's report that failed, and every file that failed without one. */
export function* failedUnits(report) {
  for (const file of report?.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const name = relative(root, file.name);
    for (const { fullName, failureMessages } of failed)
      yield { verdict: 'failed', name: `${name} ${fullName}`, message: failureMessages.join('\n') };
    if (file.status === 'failed' && failed.length === 0)
      yield { verdict: 'failed', name, message: file.message };
  }
}

function* failedSpecs(suite) {
  for (const inner of suite.suites ?? []) yield* failedSpecs(inner);
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests) {
      if (test.status !== 'unexpected' && test.status !== 'flaky') continue;
      const error = test.results.flatMap((result) => result.errors ?? [])[0];
      yield {
        verdict: test.status === 'flaky' ? secondTry : 'failed',
        name: `${spec.file}:${spec.line} ${test.projectName} ${spec.title}`,
        message: error?.message ?? '',
      };
    }
}

/** Every test of Playwright's report that failed or needed its second try, and every error outside of a test. */
export function* failedJourneys(report) {
  yield* failedSpecs(report ?? {});
  for (const { message = '', location } of report?.errors ?? []) {
    const place = location ? `${relative(root, location.file)}:${location.line}` : 'Playwright';
    yield { verdict: 'failed outside of a test', name: place, message };
  }
}

/**
 * The failures that a step's report names. A step that failed and names none is one itself: Vitest's report leaves out errors
 * outside of a test, and a step that crashed has written none.
 */
export function failuresOf(step, code, named) {
  const failures = [...named];
  if (code !== 0 && !failures.some(isFailure))
    failures.push({
      verdict: `failed with exit code ${code}`,
      name: step,
      message: 'Its report names no failed test: the error is at the end of its output above.',
    });
  return failures;
}

/** How many tests passed and were skipped. */
export function count(vitest, playwright) {
  const { expected = 0, flaky = 0, skipped = 0 } = playwright?.stats ?? {};
  return {
    passed: (vitest?.numPassedTests ?? 0) + expected + flaky,
    skipped: (vitest?.numPendingTests ?? 0) + skipped,
  };
}

/** The notes of tests/support/skipped.ts on what this machine lacks, each once. */
export function skippedNotes() {
  const file = join(reports, 'skipped.txt');
  return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n'))] : [];
}
