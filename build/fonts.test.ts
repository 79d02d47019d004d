import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { cutFonts, cutters } from './fonts.ts';

const texts = [{ face: 'display', text: 'Bukoor', page: '/' } as const];
const mark = 'as it was left';

/** Cuts the fonts, replaces one by a mark, changes a file, cuts them again and returns the first bytes of that font. */
async function cutAgainAfterChangeOf(changed: string | undefined): Promise<string> {
  const root = temporaryFolder();
  onTestFinished(root.remove);
  await mkdir(join(root.path, 'build'));
  for (const file of cutters) await writeFile(join(root.path, file), 'before');
  await cutFonts(root.path, texts);
  const font = join(root.path, '.cache/fonts/instrument-serif.woff2');
  await writeFile(font, mark);
  if (changed !== undefined) await writeFile(join(root.path, changed), 'after');
  await cutFonts(root.path, texts);
  return (await readFile(font, 'latin1')).slice(0, mark.length);
}

test('a font whose texts, packages and code are what they were is left alone', async () => {
  expect(await cutAgainAfterChangeOf(undefined)).toBe(mark);
});

test.each(cutters)('a font is cut again after a change of %s', async (file) => {
  expect(await cutAgainAfterChangeOf(file)).toMatch(/^wOF2/);
});
