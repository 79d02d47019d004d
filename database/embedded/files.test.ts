import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { createAtomically } from './files.ts';

function folder(): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return join(path, 'postgres');
}

async function fill(path: string): Promise<void> {
  mkdirSync(join(path, 'base'), { recursive: true });
  writeFileSync(join(path, 'base', 'file'), 'whole');
}

test('the folder appears whole or not at all', async () => {
  const path = folder();
  await expect(
    createAtomically(path, async (beside) => {
      await fill(beside);
      expect(existsSync(path)).toBe(false);
      throw new Error('power cut');
    }),
  ).rejects.toThrow('power cut');
  expect(existsSync(path)).toBe(false);
});

test('the remains of an unfinished first start are deleted', async () => {
  const path = folder();
  mkdirSync(`${path}.unfinished`);
  writeFileSync(join(`${path}.unfinished`, 'half'), '');
  await createAtomically(path, fill);
  expect(readdirSync(path)).toEqual(['base']);
  expect(existsSync(`${path}.unfinished`)).toBe(false);
});

test('an existing folder is left alone', async () => {
  const path = folder();
  mkdirSync(path);
  await createAtomically(path, async () => expect.unreachable());
  expect(readdirSync(path)).toEqual([]);
});
