import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { failedJourneys, failedUnits, failuresOf } from '../../scripts/reports.mjs';
import { toolFile } from '../../scripts/run.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs one file of tests in a folder of its own. Returns the exit code and the report. */
async function runTool(tool: string, args: string[], testFile: string) {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  symlinkSync(resolve('node_modules'), join(path, 'node_modules'));
  writeFileSync(join(path, 'one.test.ts'), testFile);
  const report = join(path, 'report.json');
  const env = { PATH: process.env.PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { code } = await promisify(execFile)(process.execPath, [toolFile(tool), ...args], {
    cwd: path,
    env,
  }).catch((error) => error);
  return { code, report: JSON.parse(readFileSync(report, 'utf8')) };
}

test('an error outside of Playwright’s tests is named with its file and message', async () => {
  const { code, report } = await runTool(
    'playwright',
    ['test', '--reporter=json'],
    "throw new Error('No site is built.');",
  );
  expect(failuresOf('journeys', code, failedJourneys(report))).toContainEqual({
    verdict: 'failed outside of a test',
    name: expect.stringMatching(/one\.test\.ts:1$/),
    message: expect.stringContaining('No site is built.'),
  });
});

test('a step of Vitest that fails by an error outside of its tests is named, with where the error is to be found', async () => {
  const { code, report } = await runTool(
    'vitest',
    ['run', '--reporter=json', '--outputFile=report.json'],
    "import { test } from 'vitest'; test('passes', () => { Promise.reject(new Error('Nobody waits for this.')); });",
  );
  expect(failuresOf('units', code, failedUnits(report))).toEqual([
    expect.objectContaining({ verdict: 'failed with exit code 1', name: 'units' }),
  ]);
});

test('a step that passed, or whose failed test is named, adds nothing', () => {
  const named = [{ verdict: 'failed', name: 'one.test.ts adds', message: '3 is not 4' }];
  expect(failuresOf('units', 1, named)).toEqual(named);
  expect(failuresOf('units', 0, [])).toEqual([]);
});
