import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { closesOnSignal, copyScripts, fails, passes, waits } from './scripts-copy.ts';

const tools = {
  biome: passes,
  tsc: passes,
  knip: passes,
  stylelint: passes,
  vite: passes,
  'es-check': passes,
};

test('Ctrl+C ends a check with the tool that runs: the next is not started', async () => {
  const { run } = copyScripts({ ...tools, biome: waits });
  const check = run('scripts/tasks.mjs', 'check');
  await check.until('biome runs');
  await check.until('es-check runs');
  check.signal('SIGINT');
  const { code, output } = await check.ended;
  expect(code).toBe(130);
  expect(output).not.toContain('tsc runs');
});

test('Ctrl+C ends a check only after both of the tools that run at once', async () => {
  const { run } = copyScripts({
    ...tools,
    biome: waits,
    vite: `${waits} process.on('SIGINT', () => setImmediate(() => { console.log('vite has closed'); process.exit(0); }));`,
  });
  const check = run('scripts/tasks.mjs', 'check');
  await check.until('biome runs');
  await check.until('vite runs');
  check.signal('SIGINT');
  const { code, output } = await check.ended;
  expect(code).toBe(130);
  expect(output).toContain('vite has closed');
  expect(output).not.toContain('es-check runs');
});

test('a failed build stops neither the check that runs beside it nor the checks after that', async () => {
  const waitsForFile =
    "const { existsSync } = await import('node:fs'); while (!existsSync('go-on')) await new Promise((resolve) => setTimeout(resolve, 5));";
  const { run, write } = copyScripts({ ...tools, biome: waitsForFile, vite: fails });
  const check = run('scripts/tasks.mjs', 'check');
  await check.until('could not be built');
  write('go-on', '');
  const { code, output } = await check.ended;
  expect(code).toBe(1);
  expect(output).toContain('stylelint runs');
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

test('a server that closes on Ctrl+C ends npm start with 0', async () => {
  const { run, write } = copyScripts({ vite: passes });
  write('server/index.ts', `${closesOnSignal} console.log('the server runs');`);
  const start = run('scripts/tasks.mjs', 'start');
  await start.until('the server runs');
  start.signal('SIGINT');
  expect((await start.ended).code).toBe(0);
});

const closesOnDisconnect = `${waits} process.on('disconnect', () => { console.log('the server closes'); process.exit(0); }); console.log('the server runs');`;

// At SIGINT npm itself goes on until its shell and the server have ended.
test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server closes in order when npm, and npm alone, is ended by %s',
  async (signal) => {
    const { runProgram, write } = copyScripts({ vite: passes });
    write('package.json', readFileSync('package.json', 'utf8'));
    write('server/index.ts', closesOnDisconnect);
    const npm = runProgram('npm', 'start');
    await npm.until('the server runs');
    npm.signal(signal);
    // Output ends when the last process that could write has ended: the server.
    expect((await npm.ended).output).toContain('the server closes');
  },
);

test('a server closes in order when what npm start runs is killed', async () => {
  const { run, write } = copyScripts({ vite: passes });
  write('server/index.ts', closesOnDisconnect);
  const start = run('scripts/tasks.mjs', 'start');
  await start.until('the server runs');
  start.signal('SIGKILL');
  expect((await start.ended).output).toContain('the server closes');
});
