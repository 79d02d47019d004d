import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { site } from '../../content/site.ts';
import { findSamples } from './samples.ts';

test('everything that says sample: true in content/ is found, in the file it is written in', async () => {
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
  expect(found.length).toBeGreaterThan(0);
});

test('a sample is named by what an owner knows it by', async () => {
  const samples = await findSamples();
  expect(samples).toContainEqual({ file: 'content/site.ts', what: `site.contact ‘${site.contact.address}’` });
  expect(samples).toContainEqual({ file: 'content/pages/about.ts', what: 'about.team.members ‘Idris’' });
  expect(samples).toContainEqual({
    file: 'content/articles/coming-back.md',
    what: 'article ‘Coming back to what you dropped’',
  });
});
