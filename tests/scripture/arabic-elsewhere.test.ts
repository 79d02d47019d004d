import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blessing } from '../../content/blessing.ts';
import { citations } from '../../content/scripture.ts';

const root = join(import.meta.dirname, '../..');
const verifiedFile = 'content/scripture/ayat.json';

/** Letters and vowel signs, including the ranges that only a Quran text uses. */
const arabicRun = /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+/u;
const escaped = /\\u\{?([0-9a-f]{3,6})\}?|&#x([0-9a-f]{3,6});|&#(\d{3,6});/gi;

/** Whether a text shows Arabic, written as letters or as escapes. The blessing on the Prophet is not counted: it is no verse. */
function holdsArabic(text: string): boolean {
  const seen = text.replace(escaped, (_, braced?: string, hexadecimal?: string, decimal?: string) =>
    String.fromCodePoint(
      Math.min(0x10ffff, decimal ? Number(decimal) : Number.parseInt(braced ?? hexadecimal ?? '', 16)),
    ),
  );
  return arabicRun.test(seen.replaceAll(blessing.sign, ''));
}

async function arabicLines(files: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      if (holdsArabic(line)) found.push(`${file}:${index + 1}`);
    }
  }
  return found;
}

const words: string[] = [];
for await (const file of glob('{content,app}/**/*.{ts,tsx,md,css,json,svg}', { cwd: root })) words.push(file);

test('no Arabic stands in the words or the pages outside the verified list', async () => {
  expect(words).toContain(verifiedFile);
  expect(words.some((file) => file.endsWith('.md'))).toBe(true);
  expect(await arabicLines(words.filter((file) => file !== verifiedFile))).toEqual([]);
});

test('the search sees Arabic where there is some, written plainly or escaped', async () => {
  expect((await arabicLines([verifiedFile])).length).toBeGreaterThanOrEqual(
    citations.filter((citation) => citation.kind === 'ayah').length,
  );
  for (const hidden of ["'\\u0671\\u0644'", '&#x671;', '&#1649;', '\\u{671}', '\uFDF2']) {
    expect(holdsArabic(hidden), hidden).toBe(true);
  }
});
