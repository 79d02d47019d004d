import { accessSync, constants, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { findHeadlessBrowser, findOtherEngines, installServices } from './programs.mjs';
import {
  count,
  failedJourneys,
  failedUnits,
  failuresOf,
  isFailure,
  playwrightReport,
  readReport,
  reports,
  skippedNotes,
  vitestReport,
} from './reports.mjs';
import { runTool } from './run.mjs';

/** Linux's file system in memory; a container's often holds 64 MB. */
const inMemory = '/dev/shm';
/** Twice what a whole run was seen to hold there at once: 0.97 GB (2026-11-23). */
const enoughBytes = 2 * 1024 ** 3;

/**
 * The folder for temporary files: in memory where there is room. A run makes and deletes some hundred thousand small files and
 * flushes them to the disk. The tests of whether writes reach the disk count those flushes, so they work here too.
 */
function temporaryFiles() {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= enoughBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Where the journeys' tests lie; every other test is Vitest's. */
const journeyFolders = /^(\.\/)?tests\/(journeys|browsers)\b/;

/**
 * Runs the tests of the files and folders that are named, journeys in Chromium unless a `--project` is among the arguments.
 * @returns {Promise<number>} the exit code
 */
export async function testPaths(args) {
  await build();
  if (!journeyFolders.test(args[0])) return runTool('vitest', ['run', ...args]);
  const isNamed = args.some((arg) => arg.startsWith('--project'));
  const projects = isNamed ? [] : ['--project=journeys', '--project=chromium'];
  const { environment } = findOtherEngines();
  return runTool('playwright', ['test', ...args, ...projects, '--reporter=list'], {
    ...environment,
    CHROMIUM_PATH: findHeadlessBrowser() ?? '',
  });
}

const seconds = [];

/** Runs one step and prints its number and name; its duration is printed at the end. */
async function step(name, run) {
  console.log(`${seconds.length + 1} of 3: ${name}`);
  const start = performance.now();
  const outcome = await run();
  seconds.push(`${Math.round((performance.now() - start) / 1000)} s  ${name}`);
  return outcome;
}

/**
 * Everything that CI runs.
 * @returns whether all of it passed
 */
export async function testEverything() {
  installServices();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const temporary = temporaryFiles();
  const hasPassedCheck = await step('build, format, lint, types, dead code, the oldest browsers', check);
  const unitsStep = 'words, components, server, database';
  const units = await step(unitsStep, () =>
    runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`], {
      TMPDIR: temporary,
      TMPDIR_ON_DISK: tmpdir(),
    }),
  );
  const { engines, notes, environment } = findOtherEngines();
  const projects = ['journeys', 'chromium', ...engines].map((name) => `--project=${name}`);
  const journeysStep = `journeys in ${['chromium', ...engines].join(', ')}`;
  const journeys = await step(journeysStep, () =>
    runTool('playwright', ['test', ...projects], {
      ...environment,
      TMPDIR: temporary,
      CHROMIUM_PATH: findHeadlessBrowser() ?? '',
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    }),
  );
  // In CI every engine is required.
  const hasEveryEngine = notes.length === 0 || !process.env.CI;

  const [vitest, playwright] = [readReport(vitestReport), readReport(playwrightReport)];
  // For the end of a long output, so that nobody has to search it. Tests that needed a second try are among them.
  const failures = [
    ...failuresOf(unitsStep, units, failedUnits(vitest)),
    ...failuresOf(journeysStep, journeys, failedJourneys(playwright)),
  ];
  const failed = failures.filter(isFailure).length;
  const { passed, skipped } = count(vitest, playwright);
  for (const note of [...notes, ...skippedNotes()]) console.log(note);
  for (const { verdict, name, message } of failures) {
    const lines = stripVTControlCharacters(message).split('\n').slice(0, 12);
    console.log(`\n${name}: ${verdict}\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
  console.log(`\n${seconds.join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  // Last, because the numbers do not show either of these.
  if (!hasPassedCheck) console.log('The first step (build and checks) failed: see the top of this output.');
  if (!hasEveryEngine)
    console.log(
      'This run failed because CI needs every engine, and one is missing: “Skipped in …” above says which.',
    );
  return hasPassedCheck && hasEveryEngine && units === 0 && journeys === 0;
}
