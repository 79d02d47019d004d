import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, tryToBuild } from './build.mjs';
import { findHeadlessBrowser, findOtherEngines, installServices } from './programs.mjs';
import { runTool } from './run.mjs';
import { giveUp, root } from './setup.mjs';

/** The oldest browsers that the site is made for (docs/decisions/0016-browsers.md). */
const oldestBrowsers = 'chrome 111, edge 111, firefox 115, safari 16.4';

async function checkSources() {
  return [
    await runTool('biome', ['check', '--error-on-warnings', '.']),
    await runTool('tsc', ['-p', '.']),
    await runTool('knip', []),
    await runTool('stylelint', ['{app,build,content}/**/*.css']),
  ];
}

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
 * Builds the site and checks format, lint, types, dead code, styles and the oldest browsers. Sources and site are checked at once,
 * because each leaves one of two cores idle.
 */
export async function check() {
  const [sources, site] = await Promise.all([checkSources(), checkSite()]);
  return [...sources, site].every((code) => code === 0) ? 0 : 1;
}

/** Where the journeys' tests lie; every other test is Vitest's. */
const journeyFolders = /^(\.\/)?tests\/(journeys|browsers)\b/;

/** @type {(arg: string | undefined) => boolean} */
const isOption = (arg) => arg?.startsWith('-') ?? false;

/**
 * Whether one of the arguments names tests that are no journeys. A word after an option may be its value, as in `-g toast`, so there
 * only what exists counts as a name.
 * @param {string[]} args
 */
const namesOtherTests = (args) =>
  args.some((arg, index) => {
    if (isOption(arg) || journeyFolders.test(arg)) return false;
    return !isOption(args[index - 1]) || existsSync(join(root, arg));
  });

/**
 * Runs the tests of the files and folders that are named, journeys in Chromium unless a `--project` is among the arguments. Refuses
 * journeys and other tests together: each tool would pass over the other's files in silence.
 * @param {string[]} args
 */
export async function testPaths(args) {
  const hasJourneys = args.some((arg) => journeyFolders.test(arg));
  if (hasJourneys && namesOtherTests(args))
    giveUp(
      'Name journeys (tests/journeys, tests/browsers) and other tests in two runs: one would be left out.',
    );
  await build();
  if (!hasJourneys) return runTool('vitest', ['run', ...args]);
  const isNamed = args.some((arg) => arg.startsWith('--project'));
  const projects = isNamed ? [] : ['--project=journeys', '--project=chromium'];
  const environment = { ...findOtherEngines().environment, CHROMIUM_PATH: findHeadlessBrowser() ?? '' };
  return runTool('playwright', ['test', ...args, ...projects, '--reporter=list'], environment);
}

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

/** Where the steps leave their reports, and tests what they skip (tests/support/skipped.ts). */
export const reports = join(root, '.cache/reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const skippedNotes = join(reports, 'skipped.txt');

/**
 * @typedef {object} UnitReport What we read of Vitest's report.
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {{
 *   name: string,
 *   status: string,
 *   message: string,
 *   assertionResults: { status: string, fullName: string, failureMessages: string[] }[],
 * }[]} testResults
 *
 * @typedef {object} Suite A part of Playwright's report.
 * @property {{
 *   ok: boolean,
 *   file: string,
 *   title: string,
 *   tests: { projectName: string, results: { errors: { message: string }[] }[] }[],
 * }[]} [specs]
 * @property {Suite[]} [suites]
 *
 * @typedef {object} JourneyReport What we read of Playwright's report.
 * @property {Suite[]} suites
 * @property {{ expected: number, unexpected: number, skipped: number }} stats
 *
 * @typedef {{ name: string, why: string }} Failure A test that failed, and the first lines of why.
 */

/**
 * @param {string} file
 * @returns a report; undefined if the step did not come to write it
 */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** @param {string[]} messages */
function firstLines(messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 12);
  return lines.map((line) => `  ${line}`).join('\n');
}

/**
 * Every test of Vitest's report that failed, and every file that failed without one.
 * @param {UnitReport | undefined} report
 * @returns {Failure[]}
 */
function failedUnits(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0)
      failed.push({ status: 'failed', fullName: '', failureMessages: [file.message] });
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${relative(root, file.name)} ${fullName}`,
      why: firstLines(failureMessages),
    }));
  });
}

/**
 * The same of Playwright's report.
 * @param {Suite[] | undefined} suites
 * @returns {Failure[]}
 */
function failedJourneys(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests: [run] }) => ({
        name: `${file} ${title} (${run?.projectName})`,
        why: firstLines(run?.results.at(-1)?.errors.map(({ message }) => message) ?? []),
      })),
    ...failedJourneys(inner),
  ]);
}

const runUnits = () =>
  runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`], {
    TMPDIR: temporaryFiles(),
    TMPDIR_ON_DISK: tmpdir(),
  });

/** @param {ReturnType<typeof findOtherEngines>} others */
const runJourneys = ({ engines, environment }) =>
  runTool(
    'playwright',
    ['test', ...['journeys', 'chromium', ...engines].map((name) => `--project=${name}`)],
    {
      ...environment,
      TMPDIR: temporaryFiles(),
      CHROMIUM_PATH: findHeadlessBrowser() ?? '',
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    },
  );

/**
 * Runs a part of the tests.
 * @param {string} name
 * @param {() => Promise<number>} run
 * @returns its exit code, and the line that says how long it took and whether it failed
 */
async function part(name, run) {
  const start = performance.now();
  const code = await run();
  const seconds = Math.round((performance.now() - start) / 1000);
  return { code, line: `${seconds} s  ${name}${code === 0 ? '' : `: failed (${code})`}` };
}

/**
 * Prints what was skipped, each test that failed with the first lines of why, how long each part took, and the numbers.
 * @param {string[]} notes
 * @param {{ line: string }[]} parts
 */
function printSummary(notes, parts) {
  /** @type {UnitReport | undefined} */
  const units = readReport(vitestReport);
  /** @type {JourneyReport | undefined} */
  const journeys = readReport(playwrightReport);
  const { expected = 0, unexpected = 0, skipped = 0 } = journeys?.stats ?? {};
  const noted = existsSync(skippedNotes) ? readFileSync(skippedNotes, 'utf8').trim().split('\n') : [];
  for (const note of [...notes, ...new Set(noted)]) console.log(note);
  for (const { name, why } of [...failedUnits(units), ...failedJourneys(journeys?.suites)])
    console.log(`\n${name}\n${why}`);
  console.log(`\n${parts.map(({ line }) => line).join('\n')}`);
  const passed = (units?.numPassedTests ?? 0) + expected;
  const failed = (units?.numFailedTests ?? 0) + unexpected;
  console.log(`\n${passed} passed, ${failed} failed, ${(units?.numPendingTests ?? 0) + skipped} skipped`);
}

/**
 * Everything that CI runs. The parts run one after the other: beside each other they took longer on two cores (2026-11-28). The
 * output is long, so each failed test is named again at the end. Resolves to the exit code, as the others do.
 */
export async function testEverything() {
  installServices();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const others = findOtherEngines();
  const { engines, notes } = others;
  await build();
  const parts = [
    await part('format, lint, types, dead code, the oldest browsers (their lines stand first)', check),
    await part('words, components, server, database', runUnits),
    await part(`journeys in ${['chromium', ...engines].join(', ')}`, () => runJourneys(others)),
  ];

  printSummary(notes, parts);
  const lacksEngine = notes.length > 0 && Boolean(process.env.CI);
  if (lacksEngine)
    console.log(
      'This run failed because CI needs every engine, and one is missing: “Skipped in …” above says which.',
    );
  return lacksEngine || parts.some(({ code }) => code !== 0) ? 1 : 0;
}
