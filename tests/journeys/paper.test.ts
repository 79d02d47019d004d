import { inflateSync } from 'node:zlib';
import { expect, test } from './journey.ts';

/** The streams of a PDF, unpacked where they are packed. */
function streamsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/stream\r?\n/g)]
    .map(({ index, 0: opened }) => {
      const start = index + opened.length;
      try {
        return inflateSync(pdf.subarray(start, text.indexOf('endstream', start)), {
          finishFlush: 2,
        }).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}

test('on paper a page has its verses in their own face, no bar, nothing to press, and black ink', async ({
  page,
}) => {
  await page.goto('/islam');
  const pdf = await page.pdf({ format: 'A4' });
  const objects = pdf.toString('latin1') + streamsOf(pdf);
  expect(objects).toMatch(/\+AmiriQuran/);
  await page.emulateMedia({ media: 'print' });
  for (const left of ['.site-header', 'main [data-join]', '.skip-link'])
    for (const one of await page.locator(left).all()) await expect(one).toBeHidden();
  const verses = page.locator('.scripture-arabic');
  expect(await verses.count()).toBeGreaterThan(3);
  const heights = await verses.evaluateAll((all) => all.map((verse) => verse.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThan(30);
  const inks = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('main :is(h1, h2, p, blockquote, li)')].map(
        (one) => getComputedStyle(one).color,
      ),
    ),
  ]);
  expect(inks).toEqual(['rgb(0, 0, 0)']);
});
