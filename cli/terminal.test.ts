import { PassThrough } from 'node:stream';
import { expect, expectTypeOf, test } from 'vitest';
import {
  type AskOptions,
  type confirm,
  confirmUnlessDryRun,
  type DryRunOption,
  InputNeeded,
} from './terminal.ts';

/** A terminal at which nobody can answer, and what it was told. */
function silentTerminal() {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  return { terminal: { env: {}, stdin, stdout, stderr }, told: () => String(stderr.read() ?? '') };
}

const dryRun: AskOptions & DryRunOption = { dryRun: true, yes: true, input: false };

test('a dry run is told what would happen, and goes no further', async () => {
  const { terminal, told } = silentTerminal();
  expect(await confirmUnlessDryRun(terminal, dryRun, 'All of it goes.', 'all')).toBe('dry run');
  expect(told()).toBe('All of it goes. Nothing was changed.\n');
});

test('a command that is not a dry run goes on with --yes, or asks', async () => {
  const { terminal } = silentTerminal();
  expect(await confirmUnlessDryRun(terminal, { yes: true, input: false }, 'It goes.', 'it')).toBe('go');
  await expect(confirmUnlessDryRun(terminal, { input: false }, 'It goes.', 'it')).rejects.toThrow(
    InputNeeded,
  );
});

// The compiler checks it: these options may hold --dry-run, and confirm would go on.
expectTypeOf<AskOptions & DryRunOption>().not.toExtend<Parameters<typeof confirm>[1]>();
