import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, tryToBuild } from './build.mjs';
import { findHeadlessBrowser, findOtherEngines, installServices } from './programs.mjs';
import { runTool } from './run.mjs';
import { root } from './setup.mjs';

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
 * Builds the site and checks format and lint (imports between folders included), types, dead code, styles and the oldest
 * browsers. Sources and site are checked at once, because each leaves one of two cores idle.
 */
export async function check() {
  const [sources, site] = await Promise.all([checkSources(), checkSite()]);
  return [...sources, site].every((code) => code === 0) ? 0 : 1;
}

/** Where the journeys' tests lie; every other test is Vitest's. */
const journeyFolders = /^(\.\/)?tests\/(journeys|browsers)\b/;

/** Runs the tests of the files and folders that are named, journeys in Chromium unless a `--project` is among the arguments. */
export async function testPaths(args) {
  await build();
  if (!args.some((arg) => journeyFolders.test(arg))) return runTool('vitest', ['run', ...args]);
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

/** @returns {any} a report; undefined if the step did not come to write it */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Every test of Vitest's report that failed, and every file that failed without one, with the first lines of why. */
function failedUnits(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0)
      failed.push({ fullName: '', failureMessages: [file.message] });
    return failed.map(({ fullName, failureMessages }) => {
      const lines = stripVTControlCharacters(failureMessages.join('\n')).split('\n').slice(0, 12);
      const why = lines.map((line) => `  ${line}`).join('\n');
      return { name: `${relative(root, file.name)} ${fullName}`, why };
    });
  });
}

function failedJourneys(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => `${file} ${title} (${tests[0]?.projectName})`),
    ...failedJourneys(inner),
  ]);
}

/** Runs Vitest, or the part of it that is named, and writes its report. */
const runUnits = (paths = []) =>
  runTool(
    'vitest',
    ['run', ...paths, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    { TMPDIR: temporaryFiles(), TMPDIR_ON_DISK: tmpdir() },
  );

/** Runs Playwright, or the part of it that is named, in these engines and writes its report. */
const runJourneys = ({ engines, environment }, paths = []) =>
  runTool(
    'playwright',
    ['test', ...paths, ...['journeys', 'chromium', ...engines].map((name) => `--project=${name}`)],
    {
      ...environment,
      TMPDIR: temporaryFiles(),
      CHROMIUM_PATH: findHeadlessBrowser() ?? '',
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    },
  );

/**
 * Runs the tests, or those of the paths that are named, so many times and lists each that was ever red.
 * @param {string[]} args how often; `--load` for a busy loop on every core meanwhile; paths
 */
export async function repeatTests([times = '20', ...rest]) {
  installServices();
  await build();
  const paths = rest.filter((arg) => arg !== '--load');
  const journeys = paths.filter((path) => journeyFolders.test(path));
  const units = paths.filter((path) => !journeyFolders.test(path));
  const others = findOtherEngines();
  const spin = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  const load = rest.includes('--load') ? cpus().map(spin) : [];
  process.once('exit', () => load.map((loop) => loop.kill()));
  /** The runs in which each test was red. */
  const red = new Map();
  for (let run = 1; run <= Number(times); run += 1) {
    rmSync(reports, { recursive: true, force: true });
    mkdirSync(reports, { recursive: true });
    const codes = [];
    if (units.length > 0 || paths.length === 0) codes.push(await runUnits(units));
    if (journeys.length > 0 || paths.length === 0) codes.push(await runJourneys(others, journeys));
    const failed = [
      ...failedUnits(readReport(vitestReport)).map(({ name }) => name),
      ...failedJourneys(readReport(playwrightReport)?.suites),
    ];
    if (failed.length === 0 && codes.some((code) => code !== 0)) failed.push('no test, but the run itself');
    for (const name of failed) red.set(name, [...(red.get(name) ?? []), run]);
    console.log(`Run ${run} of ${times}: ${failed.length} red`);
  }
  for (const [name, runs] of red) console.log(`${name}: red in run ${runs.join(', ')}`);
  if (red.size === 0) console.log('No test was red.');
  return red.size === 0 ? 0 : 1;
}

/** Everything that CI runs. Resolves to the exit code, as the others do. */
export async function testEverything() {
  installServices();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const steps = [];
  async function step(name, run) {
    console.log(`${steps.length + 1} of 3: ${name}`);
    const start = performance.now();
    const code = await run();
    const seconds = Math.round((performance.now() - start) / 1000);
    steps.push({ code, line: `${seconds} s  ${name}${code === 0 ? '' : `: failed (${code}), see above`}` });
  }
  await step('build, format, lint, types, dead code, the oldest browsers', check);
  await step('words, components, server, database', () => runUnits());
  const others = findOtherEngines();
  const { engines, notes } = others;
  await step(`journeys in ${['chromium', ...engines].join(', ')}`, () => runJourneys(others));

  const units = readReport(vitestReport);
  const { expected = 0, unexpected = 0, skipped = 0 } = readReport(playwrightReport)?.stats ?? {};
  const noted = existsSync(skippedNotes) ? readFileSync(skippedNotes, 'utf8').trim().split('\n') : [];
  for (const note of [...notes, ...new Set(noted)]) console.log(note);
  // Again, so that nobody has to search a long output; Playwright has just named its own.
  for (const { name, why } of failedUnits(units)) console.log(`\n${name}\n${why}`);
  console.log(`\n${steps.map(({ line }) => line).join('\n')}`);
  const passed = (units?.numPassedTests ?? 0) + expected;
  const failed = (units?.numFailedTests ?? 0) + unexpected;
  console.log(`\n${passed} passed, ${failed} failed, ${(units?.numPendingTests ?? 0) + skipped} skipped`);
  const lacksEngine = notes.length > 0 && Boolean(process.env.CI);
  if (lacksEngine)
    console.log(
      'This run failed because CI needs every engine, and one is missing: “Skipped in …” above says which.',
    );
  return lacksEngine || steps.some(({ code }) => code !== 0) ? 1 : 0;
}
