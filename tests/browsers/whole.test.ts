import { screens } from '../../app/routes.ts';
import { expect, test } from './journey.ts';
import { misplacedVerses, partedFromMark, rowsOfFigures, sideways } from './page-faults.ts';
import type { Visitor } from './visitor.ts';

const widths = [320, 360, 390, 768, 1280];

/** Pages on which more is checked than that they are whole, which journeys/look checks in Chromium. */
const withFigures = ['/'];
const withVerses = ['/', '/islam', '/health'];
const withBlessings = ['/about', '/islam', '/health'];

async function expectWhole(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  // What is folded has to be whole once it is opened.
  await visitor.see(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('details.fold')) fold.open = true;
  });
  expect(await visitor.count('h1')).toBe(1);
  if (withBlessings.includes(path)) expect(await visitor.count('.blessing')).toBeGreaterThan(0);
  for (const width of widths) {
    await visitor.resize(width, 800);
    await expect.poll(() => visitor.see(() => innerWidth)).toBe(width);
    await expect.poll(() => visitor.see(sideways), `${width} px wide`).toBe(0);
    expect(await visitor.see(partedFromMark), `${width} px wide`).toEqual([]);
    if (withFigures.includes(path))
      await expect.poll(() => visitor.see(rowsOfFigures), `${width} px wide`).toBe(1);
  }
  const unloaded = await visitor.see(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
  );
  expect(unloaded).toEqual([]);
}

async function expectVerses(visitor: Visitor): Promise<void> {
  // On some pages their font is requested a moment after the fonts of the first screen.
  await expect
    .poll(() =>
      visitor.see(() =>
        [...document.querySelectorAll('[lang="ar"][dir="rtl"]')].every((verse) =>
          /^"?Amiri Quran/.test(getComputedStyle(verse).fontFamily),
        ),
      ),
    )
    .toBe(true);
  expect(await visitor.count('[lang="ar"][dir="rtl"]')).toBeGreaterThan(0);
  expect(await visitor.see(misplacedVerses)).toEqual([]);
}

for (const { path } of screens) {
  const isHeldByJourneys = ![...withFigures, ...withVerses, ...withBlessings].includes(path);

  test(`${path} is whole at every width, its verses and blessings too, and nothing complains`, {
    tag: isHeldByJourneys ? '@held-by-journeys' : [],
  }, async ({ visitor }) => {
    await expectWhole(visitor, path);
    if (withVerses.includes(path)) await expectVerses(visitor);
  });
}

test.describe('where there is no page', () => {
  // Chromium's word for the status, and the line that docs/specification.md#screens asks for.
  test.use({ expectedFaults: /404/ });

  test('the page that says so is whole at every width', { tag: '@held-by-journeys' }, ({ visitor }) =>
    expectWhole(visitor, '/no-such-page'),
  );
});
