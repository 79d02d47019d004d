import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { waitlistProgram } from './index.ts';
import { mailProgram } from './mail.ts';

const nowhere = { dataDir: '/nowhere/at/all' };
const { env, stdin, stdout, stderr } = process;

function* allCommands(command: Command, path: string[] = []): Generator<string[]> {
  for (const inner of command.commands) {
    const innerPath = [...path, inner.name()];
    yield innerPath;
    yield* allCommands(inner, innerPath);
  }
}
const programs = [waitlistProgram, mailProgram].map((program) => {
  const command = program({ env, stdin, stdout, stderr });
  return { program, name: command.name(), paths: [...allCommands(command)] };
});
const calls = programs.flatMap(({ program, name, paths }) =>
  paths.map((path) => ({ program, path, call: `${name} ${path.join(' ')}` })),
);

test.for(calls)(
  '$call --help prints examples of that command, and nothing else is printed',
  async ({ program, path, call }) => {
    const { code, out, err } = await runCommand(nowhere, [...path, '--help'], { program });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\nExamples:\n')[1]).toContain(call);
    if (!out.includes('\nCommands:\n')) expect(out).toContain('--no-input');
  },
);

test.for(programs)(
  'no line in the help of $name is wider than a terminal, except in examples',
  async ({ program, paths }) => {
    for (const path of [[], ...paths]) {
      const { out } = await runCommand(nowhere, [...path, '--help'], { program });
      const [help = ''] = out.split('\nExamples:\n');
      expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  },
);

test('every command has --json, except the worker', async () => {
  const without = [];
  for (const { program, path } of calls) {
    const { out } = await runCommand(nowhere, [...path, '--help'], { program });
    if (!/^ +--json |^Commands:$/m.test(out)) without.push(path.join(' '));
  }
  expect(without).toEqual(['worker']);
});

test.for(programs)('the help of $name names every command', async ({ program, paths }) => {
  const { out } = await runCommand(nowhere, ['--help'], { program });
  for (const [name] of paths) expect(out).toContain(`\n  ${name} `);
});

test('for an unknown command the nearest one is suggested', async () => {
  expect(await runCommand(nowhere, ['stat'])).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining('Did you mean stats?'),
  });
});

test.for([
  ['export', '--format', 'xml'],
  ['list', '--limit', 'many'],
  ['person', 'show'],
  ['doctor', '--only', 'weather'],
  [],
])('a wrong call ends with 2: %s', async (words) => {
  expect(await runCommand(nowhere, words)).toMatchObject({ code: 2, out: '' });
});

test('a wrong setting is named, without its value', async () => {
  const outcome = await runCommand({ dataDir: '', databaseUrl: 'mysql://secret@x/y' }, ['stats']);
  expect(outcome).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining('DATABASE_URL must be a PostgreSQL address'),
  });
  expect(outcome.err).not.toContain('secret');
});
