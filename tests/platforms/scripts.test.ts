import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { satisfies } from 'semver';
import { expect, test } from 'vitest';
import { packageOf } from '../../scripts/run.mjs';
import { chooseNode, nodePackages } from '../../scripts/setup.mjs';
import { testFolder } from '../support/databases.ts';
import { startProcess } from '../support/processes.ts';

/** What a tool does before it prints `<name> runs`. */
const passes = '';
const fails = 'process.exit(1);';
/** Ends by the signal itself, as a tool does that knows nothing of signals. */
const waits = 'setInterval(() => {}, 60_000);';

const checks = {
  biome: passes,
  tsc: passes,
  knip: passes,
  stylelint: passes,
  vite: passes,
  'es-check': passes,
};

/** Copies the scripts into a folder of this name, where the tools that they run are replaced by small scripts. */
function copyScripts(tools: Record<string, string>, name = 'copy') {
  const path = join(testFolder(), name);
  const write = (file: string, text: string) => {
    mkdirSync(join(path, file, '..'), { recursive: true });
    writeFileSync(join(path, file), text, { mode: 0o755 });
  };
  const replaceTool = (name: string, does: string) =>
    write(`node_modules/${packageOf[name] ?? name}/tool.mjs`, `${does}\nconsole.log('${name} runs');`);
  cpSync('scripts', join(path, 'scripts'), { recursive: true });
  const lock = readFileSync('package-lock.json');
  write('package-lock.json', lock.toString());
  write('node_modules/.installed', `everything ${createHash('sha256').update(lock).digest('hex')}`);
  for (const [name, does] of Object.entries({ vitest: passes, ...tools })) {
    const bin = JSON.stringify({ bin: { [name]: 'tool.mjs' } });
    write(`node_modules/${packageOf[name] ?? name}/package.json`, bin);
    replaceTool(name, does);
  }

  /** Runs a program in the copy, with those of its folder bin before all others. */
  function run(program: string, ...args: string[]) {
    const env = { ...process.env, PATH: [join(path, 'bin'), process.env.PATH].join(delimiter) };
    return startProcess(program, args, { cwd: path, env });
  }
  return { write, replaceTool, run };
}

/** Writes what the build looks for; what else is in dist/ does not matter here. */
const builds =
  "const { mkdirSync, writeFileSync } = await import('node:fs'); mkdirSync('dist', { recursive: true }); writeFileSync('dist/index.html', '');";
const buildIfNeeded = ['--eval', "import('./scripts/build.mjs').then(({ build }) => build())"];

test('sources that are what they were before a failed build are built again', async () => {
  const { run, write, replaceTool } = copyScripts({ vite: builds });
  write('app/routes.ts', 'first');
  expect((await run(process.execPath, ...buildIfNeeded).closed).output).toContain('vite runs');
  expect((await run(process.execPath, ...buildIfNeeded).closed).output).not.toContain('vite runs');
  write('app/routes.ts', 'second');
  replaceTool('vite', fails);
  expect((await run(process.execPath, ...buildIfNeeded).closed).code).toBe(1);
  write('app/routes.ts', 'first');
  replaceTool('vite', builds);
  expect((await run(process.execPath, ...buildIfNeeded).closed).output).toContain('vite runs');
});

test('a site of an earlier quarter is built again, because its launch date may have passed', async () => {
  const { run, write } = copyScripts({ vite: builds });
  write('app/routes.ts', 'first');
  const buildOn = async (day: string) => {
    const script = `Date = class extends Date { constructor() { super('${day}'); } };${buildIfNeeded[1]}`;
    return (await run(process.execPath, '--eval', script).closed).output;
  };
  expect(await buildOn('2027-03-01T12:00:00Z')).toContain('vite runs');
  expect(await buildOn('2027-03-31T23:59:59Z')).not.toContain('vite runs');
  expect(await buildOn('2027-04-01T00:00:00Z')).toContain('vite runs');
  expect(await buildOn('2028-04-01T00:00:00Z')).toContain('vite runs');
});

// At SIGINT npm itself goes on until its shell and the server have ended.
for (const [ended, signal, command, end] of [
  ['what npm start runs', 'SIGINT', [process.execPath, 'scripts/tasks.mjs', 'start'], { code: 0 }],
  ['what npm start runs', 'SIGKILL', [process.execPath, 'scripts/tasks.mjs', 'start'], {}],
  ['npm', 'SIGTERM', ['npm', 'start'], {}],
  ['npm', 'SIGKILL', ['npm', 'start'], {}],
] as const)
  test(`a server closes in order when ${ended}, and that alone, is ended by ${signal}`, async () => {
    const { run, write } = copyScripts({ vite: passes });
    write('package.json', readFileSync('package.json', 'utf8'));
    write(
      'server/index.ts',
      `${waits} for (const event of ['SIGINT', 'disconnect'])
      process.on(event, () => { console.log('the server closes'); process.exit(0); });
    console.log('the server runs');`,
    );
    const [program, ...args] = command;
    const start = run(program, ...args);
    await start.until('the server runs');
    start.child.kill(signal);
    // Output ends when the last process that could write has ended: the server.
    const all = await start.closed;
    expect(all.output).toContain('the server closes');
    expect(all).toMatchObject(end);
  });

test('a folder in which the bundler finds no file is refused before anything is installed', async () => {
  const { run } = copyScripts({ vite: builds }, 'site #2');
  const { code, output } = await run(process.execPath, 'scripts/tasks.mjs', 'build').closed;
  expect(code).toBe(1);
  expect(output).toMatch(/The site cannot be built in .*: there is a # in its path\. Rename the folder/);
});

test.for([
  [['emails', '--help'], { code: 0, says: 'npm run emails draws the emails' }],
  [['start', '-h'], { code: 0, says: 'npm start builds the site' }],
  [['emails', 'asking'], { code: 1, says: 'It does not take asking.' }],
  [['runtime', '../server', '--arm'], { code: 1, says: 'It does not take --arm.' }],
] as const)('the task %j says what it does, and does nothing', async ([words, { code, says }]) => {
  const { run } = copyScripts({ vite: builds, playwright: passes });
  const { code: ended, output } = await run(process.execPath, 'scripts/tasks.mjs', ...words).closed;
  expect(ended).toBe(code);
  expect(output).toContain(says);
  expect(output).not.toContain('runs');
});

test.each([
  { args: ['content/launch.test.ts', 'tests/journeys/pages.test.ts'], code: 1, says: 'in two runs' },
  { args: ['tests/browsers', 'launch'], code: 1, says: 'in two runs' },
  { args: ['tests/journeys', '--headed', 'scripts'], code: 1, says: 'in two runs' },
  { args: ['tests/journeys/pages.test.ts', '-g', 'launch'], code: 0, says: 'playwright runs' },
  { args: ['content/launch.test.ts', '-t', 'quarter'], code: 0, says: 'vitest runs' },
])('npm test -- $args runs all that it names, or says that it cannot', async ({ args, code, says }) => {
  const { run } = copyScripts({ vite: builds, vitest: passes, playwright: passes });
  const { code: ended, output } = await run(process.execPath, 'scripts/tasks.mjs', 'test', ...args).closed;
  expect(output).toContain(says);
  expect(ended).toBe(code);
});

const noEngine = { CI: '1', FIREFOX_PATH: '/nowhere/firefox' };

test.each([
  ['the checks failed', { biome: fails }, {}, /s {2}format, lint.*: failed \(1\)/],
  ['the tests of Vitest failed', { vitest: fails }, {}, /s {2}words, components.*: failed \(1\)/],
  ['the journeys failed', { playwright: fails }, {}, /s {2}journeys in.*: failed \(1\)/],
  ['CI lacks an engine', {}, noEngine, /CI needs every engine/],
])('npm test fails and says at its end that %s', async (_, broken, environment, says) => {
  const { run, write } = copyScripts({ ...checks, vitest: passes, playwright: passes, ...broken });
  write('bin/apt-get', '#!/bin/sh\nexit 1');
  const settings = JSON.stringify({ CHROMIUM_PATH: process.execPath, ...environment });
  const testing = `Object.assign(process.env, ${settings}); process.argv[2] = 'test'; import('./scripts/tasks.mjs');`;
  const { code, output } = await run(process.execPath, '--eval', testing, '--', 'task').closed;
  expect(code).toBe(1);
  expect(output).toMatch(says);
});

interface LockedPackage {
  version?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
  os?: string | string[];
  cpu?: string | string[];
  bin?: { node: string };
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** The package that Node resolves a name to, from the package at a path: its own node_modules first, then its parents'. */
function resolveFrom(path: string, name: string): LockedPackage | undefined {
  const found = packages[`${path && `${path}/`}node_modules/${name}`];
  if (found || path === '') return found;
  return resolveFrom(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

// npm 10 leaves such holes, and ignores them on the platform that made them; npm 11 stops at them on the others. To mend one:
// npx npm@11 install --package-lock-only; if it stays, the registry has not got that version yet, so take the one before it.
test('the lock holds the packages of every platform, each in a version that is asked for and with its checksum', () => {
  const asked = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).map(([name, range]) => ({ path, name, range })),
  );
  const missing = asked.filter(({ path, name, range }) => {
    const { version, integrity } = resolveFrom(path, name) ?? {};
    return !(version && integrity && satisfies(version, range));
  });
  expect(asked.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

const asking = { platform: 'linux', arch: 'x64', version: 'v20.0.0', execPath: '/own/node' };

test('each platform takes the Node of the package that is locked for it', () => {
  const names = Object.keys(packages['']?.optionalDependencies ?? {});
  expect(Object.values<string>(nodePackages).sort()).toEqual(names.sort());
  for (const [machine, name] of Object.entries<string>(nodePackages)) {
    const [platform = '', arch = ''] = machine.split('-');
    const { os = '', cpu = '', bin } = packages[`node_modules/${name}`] ?? {};
    expect([os, cpu].flat()).toEqual([platform, arch]);
    const file = join(resolve('node_modules'), name, bin?.node ?? '');
    expect(chooseNode({ ...asking, platform, arch }, () => true)).toBe(file);
  }
});

test.each([
  [
    'where the Node of the packages does not start, as on Alpine,',
    { version: 'v24.0.0' },
    false,
    '/own/node',
  ],
  ['but one before 24', { version: 'v22.20.0' }, false, undefined],
  ['where there is no Node for a machine', { arch: 'riscv64', version: 'v26.1.0' }, true, '/own/node'],
])('the Node that is there runs everything: %s', (_, machine, starts, node) => {
  expect(chooseNode({ ...asking, ...machine }, () => starts)).toBe(node);
});
