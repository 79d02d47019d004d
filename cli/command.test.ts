import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text as stringOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { copyEmbeddedList, testFolder } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/entries.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { bareEnvironment } from '../tests/support/processes.ts';
import { openForServer } from '../waitlist/list/open-list.ts';
import { defineCommand } from './command.ts';
import { waitlistProgram } from './index.ts';
import { mailProgram } from './mail.ts';

const nowhere = { dataDir: '/nowhere/at/all' };
const { env, stdin, stdout, stderr } = process;
const terminal = { env, stdin, stdout, stderr };

function* pathsIn(command: Command, path: string[] = []): Generator<string[]> {
  yield path;
  for (const inner of command.commands) yield* pathsIn(inner, [...path, inner.name()]);
}
const calls = [waitlistProgram, mailProgram].flatMap((program) => {
  const command = program(terminal);
  return [...pathsIn(command)].map((path) => ({ program, path, call: [command.name(), ...path].join(' ') }));
});

for (const { program, path, call } of calls)
  test(`${call} --help has examples, fits a terminal and names --json`, async () => {
    const { code, out, err } = await runCommand(nowhere, [...path, '--help'], { program });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [help = '', examples] = out.split('\nExamples:\n');
    expect(examples).toContain(call);
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const isGroup = help.includes('\nCommands:\n');
    expect(help.includes('--no-input')).toBe(!isGroup);
    expect(help.includes('--json')).toBe(!isGroup && path[0] !== 'worker');
  });

test.for([
  [['export', '--format', 'xml'], /Allowed choices are csv/],
  [['list', '--limit', 'many'], /whole number above zero/],
  [['export', '--joined-since', '11/12/2026'], /Write a day such as 2026-11-22,/],
  [['export', '--joined-since', '2026-02-31'], /Write a day such as 2026-11-22,/],
  [['export', '--joined-since', '5'], /Write a day such as 2026-11-22,/],
  [['export', '--joined-since', '2026-12-11T18:00'], /Write a day such as 2026-11-22,/],
  [['report', 'r.html', '--time-zone', '+05:00'], /It must be the name of a time zone/],
  [['report', 'r.html', '--time-zone', 'PKT-5'], /It must be the name of a time zone/],
  [['person', 'erase', 'x', '--yes', '--json', 'wrong'], /knows no field wrong/],
  [['doctor', '--only', 'weather'], /There are: settings,/],
] as const)('the wrong call %j ends with 2 and says why', async ([words, reason]) => {
  const outcome = { code: 2, out: '', err: expect.stringMatching(reason) };
  expect(await runCommand(nowhere, [...words])).toEqual(outcome);
});

const dataDir = testFolder();
copyEmbeddedList(dataDir);
const database = await openForServer({ dataDir });
await fillList(database, 5000);
await database.query("select add_to_waitlist('-dash@command.example', 'cta')");
await database.close();

test.for([
  'list',
  'stats',
  'report',
  'limits',
  'sending status',
  'doctor --only list',
  'outbox list',
  'person show',
  'person export',
  'person erase --dry-run',
  'person leave --dry-run',
  'person allow',
  'erase-expired --dry-run',
])('%s --json prints the fields that its help names', async (call) => {
  const parameters: string[] = [];
  if (call.startsWith('person ')) parameters.push('+p1@command.example');
  if (call === 'report') parameters.push(newPath());
  const { out } = await runCommand({ dataDir }, [...call.split(' '), ...parameters, '--json']);
  const [named = {}] = [JSON.parse(out)].flat();
  const { out: help } = await runCommand(nowhere, [...call.replace(/ --.*/, '').split(' '), '--help']);
  const [, fields] = /between them: (.*?) --/.exec(help.replaceAll(/\s+/g, ' ')) ?? [];
  expect(fields?.split(', ').sort()).toEqual(Object.keys(named).sort());
  // What is held about a person has the names of the columns.
  if (!call.startsWith('person ')) expect(out).not.toMatch(/"\w+_\w+":/);
});

test('a field that the help names and the answer lacks ends the command', async () => {
  const run = async () => ({ data: { one: 1 } });
  const program = defineCommand({ name: 'lacking', summary: '', examples: [], fields: 'one, two', run });
  expect(await runCommand(nowhere, ['--json', 'one'], { program })).toMatchObject({ code: 0 });
  const { code, out, err } = await runCommand(nowhere, ['--json', 'one,two'], { program });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^The answer has no field two,/);
});

test('of an unknown person each table is empty', async () => {
  const { out } = await runCommand({ dataDir }, ['person', 'show', 'x@command.example', '--json', 'outbox']);
  expect(JSON.parse(out)).toEqual({ outbox: [] });
});

test('an address that begins with a dash is taken after --', async () => {
  const show = (...words: string[]) => runCommand({ dataDir }, ['person', 'show', ...words]);
  expect((await show('--json', 'entries', '--', '-dash@command.example')).out).toContain(
    '-dash@command.example',
  );
  expect(await show('-dash@command.example')).toMatchObject({
    code: 2,
    err: expect.stringContaining('after --, as in: person show -- -dash@command.example\n'),
  });
});

/** Starts the command as an operator would. */
function start(...words: string[]) {
  const env = { ...bareEnvironment(), DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['cli/index.ts', ...words], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, told: stringOf(child.stderr) };
}

test('a reader of the output that stops early causes no error', async () => {
  const { child, told } = start('export', '--format', 'ndjson');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await told).not.toMatch(/EPIPE|Error/);
});

test('an import goes on when the reader of its output and its errors has gone', async () => {
  const file = newPath();
  const people = Array.from({ length: 3000 }, (_, index) =>
    index % 3 === 0 ? 'nobody' : `p${index}@piped.example`,
  );
  writeFileSync(file, ['email', ...people].join('\n'));
  const { child, told } = start('import', file, '--yes');
  // It ends with the stream.
  told.catch(() => {});
  child.stderr.destroy();
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([1, null]);
  const { out } = await runCommand({ dataDir }, ['list', '--limit', '3000', '--json', 'email']);
  expect(out.match(/@piped\.example/g)).toHaveLength(2000);
});

test.skipIf(!existsSync('/dev/full'))('an export to a full disk ends with a sentence', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr: told } = spawnSync(process.execPath, ['cli/index.ts', 'export'], {
    env: { ...bareEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(status).toBe(1);
  expect(told).toMatch(/^The output cannot be written: ENOSPC.*What was written is not whole\.\n$/);
});

test.for([
  ['UTF-16 without a mark', Buffer.from('PORT=1', 'utf16le'), { code: 1, told: /^\.env is no text.*\n$/ }],
  ['UTF-16 with a mark', Buffer.from('\uFEFFDATA_DIR=/nowhere', 'utf16le'), { code: 1, told: /\/nowhere/ }],
] as const)('a command reads a .env in %s, or refuses it with a sentence', ([, bytes, { code, told }]) => {
  const folder = testFolder();
  writeFileSync(join(folder, '.env'), bytes);
  const program = join(import.meta.dirname, 'index.ts');
  const outcome = spawnSync(process.execPath, [program, 'stats'], {
    cwd: folder,
    env: bareEnvironment(),
    encoding: 'utf8',
  });
  expect(outcome.status).toBe(code);
  expect(outcome.stderr).toMatch(told);
});

const newPath = () => join(testFolder(), 'list.csv');

test('Ctrl+C under an import ends it with a sentence, and what was stored stays', async () => {
  const file = newPath();
  const people = Array.from({ length: 8000 }, (_, index) => `c${index}@stop.example\n`);
  writeFileSync(file, `email\n${people.join('')}`);
  const { child, told } = start('import', file, '--yes');
  child.stderr.once('data', () => void child.kill('SIGINT'));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await told).toMatch(/Stopped\. Nothing was changed\.\n$|Stopped: \d+ of 8000 people have joined\./);
});

test('of two exports to one name, the second to finish is refused', async () => {
  const path = newPath();
  const script = (text: string) => `
    import { once } from 'node:events';
    import { withOutput } from ${JSON.stringify(new URL('terminal.ts', import.meta.url).href)};
    const work = async (write) => {
      await write('${text}');
      console.log('has begun');
      await once(process.stdin, 'data');
    };
    await withOutput(process, ${JSON.stringify(path)}, work).catch((error) => console.error(error.message));
    process.exit();`;
  const begin = async (text: string) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script(text)]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const told = stringOf(child.stderr);
    await once(child.stdout, 'data');
    return async () => {
      child.stdin.write('go on\n');
      return told;
    };
  };
  const [endFirst, endSecond] = [await begin('first'), await begin('second')];
  expect(await endFirst()).toBe('');
  expect(await endSecond()).toContain('is there already');
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

test('an export without room on the disk leaves no file and says so', () => {
  const path = newPath();
  const script = `
    import { withOutput } from ${JSON.stringify(new URL('terminal.ts', import.meta.url).href)};
    await withOutput(process, ${JSON.stringify(path)}, (write) => write('x'.repeat(4000)));`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  const { stderr: told } = spawnSync('sh', ['-c', 'ulimit -f 1; exec "$0" "$@"', ...node], {
    encoding: 'utf8',
  });
  expect(told).toContain(`${path} cannot be written: EFBIG`);
  expect(readdirSync(dirname(path))).toEqual([]);
});
