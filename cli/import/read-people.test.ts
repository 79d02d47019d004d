import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { readCsv } from './read-people.ts';

/** The numbers of the lines of a CSV file, in the order in which they are read. */
async function linesOf(text: string): Promise<number[]> {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, 'people.csv');
  writeFileSync(file, text);
  const lines: number[] = [];
  for await (const { line } of readCsv(file)) lines.push(line);
  return lines;
}

test('good and bad lines are read in the order of the file, or an import could not go on where it was', async () => {
  // Every third line is no CSV.
  const people = Array.from({ length: 300 }, (_, index) =>
    index % 3 === 1 ? 'a"b@order.example' : `person${index}@order.example`,
  );
  expect(await linesOf(['email', ...people].join('\n'))).toEqual(people.map((_, index) => index + 2));
});

test('a bad line after a record of several lines is read after it', async () => {
  expect(await linesOf('name,email\n"A\nB",one@order.example\nx"y,bad\nC,two@order.example\n')).toEqual([
    3, 4, 5,
  ]);
});

test('a line with two faults is read once', async () => {
  expect(await linesOf('email\na"b"c\none@twice.example\n')).toEqual([2, 3]);
});
