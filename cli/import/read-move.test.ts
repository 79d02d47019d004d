import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { type MovedRows, readMove } from './read-move.ts';

/** What is read of a file of `export --move` with these lines after the first. */
async function moved(...lines: string[]): Promise<MovedRows[]> {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, 'move.ndjson');
  writeFileSync(file, ['{"migrations":[]}', ...lines].join('\n'));
  const batches: MovedRows[] = [];
  for await (const batch of readMove(file)) batches.push(batch);
  return batches;
}

test('rows are read in batches of one table each', async () => {
  expect(await moved('["entries",{"id":1}]', '["entries",{"id":2}]', '["audit",{"id":1}]')).toEqual([
    { table: 'entries', rows: '[{"id":1},{"id":2}]', reached: 2 },
    { table: 'audit', rows: '[{"id":1}]', reached: 3 },
  ]);
});

test('a number that JavaScript would round keeps its digits', async () => {
  const [batch] = await moved('["entries",{"id":9007199254740993}]');
  expect(batch?.rows).toBe('[{"id":9007199254740993}]');
});

test.for([
  '["entries",{"id":1}',
  '["entries",{"id":1},2]',
  '["entries",[1]]',
  '[1,{"id":1}]',
  '{"migrations":[]}',
  '',
])('the damaged line %s is named by its number', async (line) => {
  await expect(moved('["entries",{"id":1}]', line, '["entries",{"id":2}]')).rejects.toThrow('Line 3 of');
});
