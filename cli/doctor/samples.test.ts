import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { findSamples } from './samples.ts';

test('everything marked sample: true in content/ is found, with its file', async () => {
  const written = globSync('content/**/*.{ts,md}')
    .map((path) => path.replaceAll('\\', '/'))
    .flatMap(
      (file) =>
        readFileSync(file, 'utf8')
          .match(/\bsample: true\b/g)
          ?.map(() => file) ?? [],
    );
  const found = (await findSamples()).map(({ file }) => file);
  expect(found.toSorted()).toEqual(written.toSorted());
});

const words = `export const facts = {
  contact: { address: 'salam@example.org', sample: true },
  figures: { members: 7, sample: true, needs: 'a record behind the figure' },
  settled: { name: 'Amina', sample: false },
};
`;

const article = `---
title: A short piece
excerpt: Said in a line.
author: Maryam
sample: true
date: "2026-11-01"
readTime: 1
category: Productivity
featured: true
hour: "05:10"
---

Text.
`;

test('a sample has a name that an owner recognises, and says what the owner has to supply', async ({
  onTestFinished,
}) => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  await mkdir(join(folder.path, 'articles'));
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder.path, 'facts.ts'), words);
  await writeFile(join(folder.path, 'articles/a-short-piece.md'), article);
  expect(await findSamples(pathToFileURL(`${folder.path}/`))).toEqual([
    { file: 'content/facts.ts', what: 'facts.contact ‘salam@example.org’' },
    { file: 'content/facts.ts', what: 'facts.figures: a record behind the figure' },
    { file: 'content/articles/a-short-piece.md', what: 'article ‘A short piece’' },
  ]);
});
