import { screens } from '../../app/routes.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const widths = [320, 390, 768, 1280];

/** Runs in the page: how far it can be scrolled sideways, in pixels. */
const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

async function expectWhole(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  expect(await visitor.count('h1')).toBe(1);
  for (const width of widths) {
    await visitor.resize(width, 800);
    await expect.poll(() => visitor.see(() => innerWidth)).toBe(width);
    await expect.poll(() => visitor.see(sideways), `${width} px wide`).toBe(0);
  }
  const unloaded = await visitor.see(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
  );
  expect(unloaded).toEqual([]);
}

for (const { path } of screens) {
  test(`${path} is whole at every width, and nothing complains`, ({ visitor }) => expectWhole(visitor, path));
}

test.describe('where there is no page', () => {
  // Chromium's word for the status, and the line that docs/specification.md#screens asks for.
  test.use({ expectedFaults: /404/ });

  test('the page that says so is whole at every width', ({ visitor }) =>
    expectWhole(visitor, '/no-such-page'));
});
