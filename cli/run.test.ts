import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { desk } from '../tests/support/memory-terminal.ts';
import { createProgram } from './run.ts';

const nowhere = { dataDir: '/nowhere/at/all' };
const { env, stdin, stdout, stderr } = process;

function* allCommands(command: Command, path: string[] = []): Generator<string[]> {
  for (const inner of command.commands) {
    const innerPath = [...path, inner.name()];
    yield innerPath;
    yield* allCommands(inner, innerPath);
  }
}
const paths = [...allCommands(createProgram({ env, stdin, stdout, stderr }))];

test.for(paths.map((path) => [path.join(' '), path] as const))(
  '%s --help has examples of that command, and is all that is printed',
  async ([name, path]) => {
    const { code, out, err } = await desk(nowhere, [...path, '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\nExamples:\n')[1]).toContain(`npm run waitlist -- ${name}`);
    if (!out.includes('\nCommands:\n')) expect(out).toMatch(/--json \[fields\][\s\S]*--no-input/);
  },
);

test('the help of all names every command', async () => {
  const { out } = await desk(nowhere, ['--help']);
  for (const [name] of paths) expect(out).toContain(`\n  ${name} `);
});

test('a command that is not there suggests the nearest', async () => {
  expect(await desk(nowhere, ['stat'])).toEqual({
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
  expect(await desk(nowhere, words)).toMatchObject({ code: 2, out: '' });
});

test('a setting that is wrong is named, without its value', async () => {
  const outcome = await desk({ dataDir: '', databaseUrl: 'mysql://secret@x/y' }, ['stats']);
  expect(outcome).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining('DATABASE_URL must be a PostgreSQL address'),
  });
  expect(outcome.err).not.toContain('secret');
});
