import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { satisfies } from 'semver';
import { expect, onTestFinished, test } from 'vitest';
import { signalsToPassOn } from '../../scripts/run.mjs';
import { chooseNode, nodePackages, npmCommand } from '../../scripts/setup.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
const packageNames: Record<string, string> = {
  biome: '@biomejs/biome',
  playwright: '@playwright/test',
  tsc: 'typescript',
};

/** Copies the scripts into a folder of their own, where the tools that they run are replaced by small scripts. */
function copyScripts(tools: Record<string, string>) {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const write = (file: string, text: string) => {
    mkdirSync(join(path, file, '..'), { recursive: true });
    writeFileSync(join(path, file), text, { mode: 0o755 });
  };
  const replaceTool = (name: string, does: string) =>
    write(`node_modules/${packageNames[name] ?? name}/tool.mjs`, `${does}\nconsole.log('${name} runs');`);
  cpSync('scripts', join(path, 'scripts'), { recursive: true });
  const lock = readFileSync('package-lock.json');
  write('package-lock.json', lock.toString());
  write('node_modules/.installed', `everything ${createHash('sha256').update(lock).digest('hex')}`);
  for (const [name, does] of Object.entries({ vitest: passes, ...tools })) {
    const bin = JSON.stringify({ bin: { [name]: 'tool.mjs' } });
    write(`node_modules/${packageNames[name] ?? name}/package.json`, bin);
    replaceTool(name, does);
  }

  /** Runs a program in the copy, with those of its folder bin before all others. */
  function runProgram(program: string, ...args: string[]) {
    const env = { ...process.env, PATH: [join(path, 'bin'), process.env.PATH].join(delimiter) };
    const child = spawn(program, args, { cwd: path, env });
    let output = '';
    let hasClosed = false;
    const heard = () => child.emit('heard');
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
        heard();
      });
    const ended = new Promise<{ code: number | null; output: string }>((done) =>
      child.once('close', (code) => {
        hasClosed = true;
        heard();
        done({ code, output });
      }),
    );
    return {
      ended,
      signal: (name: NodeJS.Signals) => child.kill(name),
      /** Resolves when it has printed these words. */
      until: (words: string) =>
        new Promise<void>((done, failed) => {
          const look = () => {
            if (output.includes(words)) done();
            else if (hasClosed) failed(new Error(`It ended without “${words}”:\n${output}`));
          };
          child.on('heard', look);
          look();
        }),
    };
  }
  const run = (...args: string[]) => runProgram(process.execPath, ...args);
  return { write, replaceTool, run, runProgram };
}

/** Writes what the build looks for; what else is in dist/ does not matter here. */
const builds =
  "const { mkdirSync, writeFileSync } = await import('node:fs'); mkdirSync('dist', { recursive: true }); writeFileSync('dist/index.html', '');";
const buildIfNeeded = ['--eval', "import('./scripts/build.mjs').then(({ build }) => build())"];

test('sources that are what they were before a failed build are built again', async () => {
  const { run, write, replaceTool } = copyScripts({ vite: builds });
  write('app/routes.ts', 'first');
  expect((await run(...buildIfNeeded).ended).output).toContain('vite runs');
  expect((await run(...buildIfNeeded).ended).output).not.toContain('vite runs');
  write('app/routes.ts', 'second');
  replaceTool('vite', fails);
  expect((await run(...buildIfNeeded).ended).code).toBe(1);
  write('app/routes.ts', 'first');
  replaceTool('vite', builds);
  expect((await run(...buildIfNeeded).ended).output).toContain('vite runs');
});

test('npm run build builds even if nothing has changed, and does not install again what the image installs before it', async () => {
  const { run, write } = copyScripts({ vite: builds });
  write('bin/npm', '#!/bin/sh\necho npm runs');
  write('node_modules/.installed', '');
  expect(readFileSync('Dockerfile', 'utf8')).toContain('RUN node scripts/setup.mjs\n');
  expect((await run('scripts/setup.mjs').ended).output).toContain('npm runs');
  for (let time = 0; time < 2; time += 1) {
    const { output } = await run('scripts/tasks.mjs', 'build').ended;
    expect(output).toContain('vite runs');
    expect(output).not.toContain('npm runs');
  }
});

test('Ctrl+C ends a check after both of the tools that run at once, and starts no other', async () => {
  const closes = `${waits} process.on('SIGINT', () => setImmediate(() => { console.log('vite has closed'); process.exit(0); }));`;
  const { run } = copyScripts({ ...checks, biome: waits, vite: closes });
  const check = run('scripts/tasks.mjs', 'check');
  await check.until('biome runs');
  await check.until('vite runs');
  check.signal('SIGINT');
  const { code, output } = await check.ended;
  expect(code).toBe(130);
  expect(output).toContain('vite has closed');
  expect(output).not.toMatch(/tsc runs|es-check runs/);
});

test('an interrupted build is not called a fault of the sources', async () => {
  const { run } = copyScripts({ vite: waits });
  const start = run('scripts/tasks.mjs', 'start');
  await start.until('vite runs');
  start.signal('SIGTERM');
  const { code, output } = await start.ended;
  expect(code).toBe(143);
  expect(output).not.toContain('could not be built');
});

const server = (event: string) =>
  `${waits} process.on('${event}', () => { console.log('the server closes'); process.exit(0); }); console.log('the server runs');`;

test('a server that closes on Ctrl+C ends npm start with 0', async () => {
  const { run, write } = copyScripts({ vite: passes });
  write('server/index.ts', server('SIGINT'));
  const start = run('scripts/tasks.mjs', 'start');
  await start.until('the server runs');
  start.signal('SIGINT');
  expect((await start.ended).code).toBe(0);
});

// At SIGINT npm itself goes on until its shell and the server have ended.
test.each([
  ['npm', 'SIGTERM', ['npm', 'start']],
  ['npm', 'SIGKILL', ['npm', 'start']],
  ['what npm start runs', 'SIGKILL', [process.execPath, 'scripts/tasks.mjs', 'start']],
] as const)(
  'a server closes in order when %s, and that alone, is ended by %s',
  async (_, signal, command) => {
    const { runProgram, write } = copyScripts({ vite: passes });
    write('package.json', readFileSync('package.json', 'utf8'));
    write('server/index.ts', server('disconnect'));
    const [program, ...args] = command;
    const start = runProgram(program, ...args);
    await start.until('the server runs');
    start.signal(signal);
    // Output ends when the last process that could write has ended: the server.
    expect((await start.ended).output).toContain('the server closes');
  },
);

/** `npm test` with tools that do nothing, on a machine where nothing can be installed. */
async function lastLinesOf(tools: Record<string, string>, environment: Record<string, string> = {}) {
  const { run, write } = copyScripts({ ...checks, vitest: passes, playwright: passes, ...tools });
  write('bin/apt-get', '#!/bin/sh\nexit 1');
  const settings = JSON.stringify({ CHROMIUM_PATH: process.execPath, ...environment });
  const testing = `Object.assign(process.env, ${settings}); process.argv[2] = 'test'; import('./scripts/tasks.mjs');`;
  const { code, output } = await run('--eval', testing, '--', 'task').ended;
  expect(code).toBe(1);
  return output.slice(output.lastIndexOf('3 of 3'));
}

test.each([
  ['biome', 'build, format, lint'],
  ['vitest', 'words, components'],
  ['playwright', 'journeys in'],
])('npm test says at its end that the step of %s failed', async (tool, step) => {
  expect(await lastLinesOf({ [tool]: fails })).toMatch(new RegExp(`s  ${step}.*: failed \\(1\\)`));
});

test('npm test says at its end which tests of Vitest failed, and that a missing engine failed it in CI', async () => {
  const report = {
    numPassedTests: 2,
    testResults: [
      {
        name: 'one.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'adds', failureMessages: ['3 is not 4'] }],
      },
    ],
  };
  const writes = `const { writeFileSync } = await import('node:fs'); writeFileSync('.cache/reports/vitest.json', '${JSON.stringify(report)}');`;
  const environment = { CI: '1', FIREFOX_PATH: '/nowhere/firefox' };
  const lines = await lastLinesOf({ vitest: writes }, environment);
  expect(lines).toMatch(/one\.test\.ts adds\n {2}3 is not 4/);
  expect(lines).toMatch(/2 passed, 0 failed, 0 skipped\n.*CI needs every engine/);
});

test('a fresh folder gets what is locked, and one that is in use keeps what it has', () => {
  expect(npmCommand('site', true)).toMatch(/^npm ci --omit=dev /);
  expect(npmCommand('everything', true)).toMatch(/^npm ci --include=dev /);
  expect(npmCommand('site', false)).toMatch(/^npm install --no-save --omit=dev /);
});

test('Windows gives Ctrl+C to a child itself; elsewhere it is passed on', () => {
  expect(signalsToPassOn('win32')).toEqual([]);
  for (const platform of ['linux', 'darwin'])
    expect(signalsToPassOn(platform)).toEqual(['SIGINT', 'SIGTERM']);
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
  ['but one before 24, on Windows,', { platform: 'win32', arch: 'arm64' }, true, undefined],
])('the Node that is there runs everything: %s', (_, machine, starts, node) => {
  expect(chooseNode({ ...asking, ...machine }, () => starts)).toBe(node);
});
