import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { citations } from '../../content/scripture.ts';

const root = join(import.meta.dirname, '../..');
const ids = new Set(citations.map((citation) => citation.id));
const citedId = /['"[]((?:q-\d|h-[a-z])[a-z0-9-]*)['"\]]/g;

test('every text that a page or an article cites is in the verified list', async () => {
  const cited: { file: string; id: string }[] = [];
  for await (const file of glob('{content,app}/**/*.{ts,tsx,md}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, id = ''] of text.matchAll(citedId)) cited.push({ file, id });
  }
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ id }) => !ids.has(id))).toEqual([]);
});
