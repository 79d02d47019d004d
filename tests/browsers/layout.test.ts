import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';

test('the figures of the hero stand in one row at every width', async ({ visitor }) => {
  await visitor.open('/');
  for (const width of [320, 360, 390, 768, 1280]) {
    await visitor.resize(width, 800);
    await expect.poll(() => visitor.see(() => innerWidth)).toBe(width);
    const tops = () =>
      visitor.see(() => [
        ...new Set(
          [...document.querySelectorAll('.hero-counts div')].map((figure) =>
            Math.round(figure.getBoundingClientRect().top),
          ),
        ),
      ]);
    await expect.poll(async () => (await tops()).length, `${width} px wide`).toBe(1);
  }
});

/** Runs in the page: keeps every animation that a script begins from here on. */
function keepAnimations(): void {
  const { animate } = Element.prototype;
  const kept: Animation[] = [];
  Object.assign(window, { kept });
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    kept.push(animation);
    return animation;
  };
}

/** Runs in the page: whether there were any of them, and all have come to their end. */
function haveEnded(): boolean {
  const { kept } = window as unknown as { kept: Animation[] };
  return kept.length > 0 && kept.every(({ playState }) => playState === 'finished');
}

test('figures count up to what they say, beside a label that they do not cover', async ({
  visitor,
  line,
}) => {
  const letThemCount = line.hold(/counters-/);
  await visitor.open('/', 'interactive');
  await visitor.see(keepAnimations);
  letThemCount();
  await expect.poll(() => visitor.see(haveEnded)).toBe(true);
  expect(await visitor.text('.hero-counts dd')).toBe(`${site.figures.members}+`);
  const { figure, label } = await visitor.see(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
    return { figure: box('.hero-counts dd'), label: box('.hero-counts dt') };
  });
  expect(figure.bottom).toBeLessThanOrEqual(label.top + 1);
  expect(figure.width).toBeGreaterThan(0);
});

for (const path of ['/islam', '/health', '/']) {
  test(`every verse of ${path} begins at the right, in its own face, its letters joined`, async ({
    visitor,
  }) => {
    await visitor.open(path);
    // Where the face is asked for a moment after the first screen's.
    await expect
      .poll(() =>
        visitor.see(() =>
          [...document.querySelectorAll('[lang="ar"][dir="rtl"]')].every((verse) =>
            /^"?Amiri Quran/.test(getComputedStyle(verse).fontFamily),
          ),
        ),
      )
      .toBe(true);
    const verses = await visitor.see(async () => {
      await document.fonts.load('32px "Amiri Quran"', 'بسم');
      const places: { textAlign: string; atRight: number; atLeft: number }[] = [];
      for (const verse of document.querySelectorAll<HTMLElement>('[lang="ar"][dir="rtl"]')) {
        // Out of sight a verse is not laid out.
        verse.scrollIntoView({ behavior: 'instant' });
        await new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut)));
        const box = verse.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(verse);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 2);
        const right = Math.max(...lines.map((line) => line.right));
        const left = Math.min(...lines.map((line) => line.left));
        const { textAlign } = getComputedStyle(verse);
        places.push({ textAlign, atRight: box.right - right, atLeft: left - box.left });
      }
      return places;
    });
    expect(verses.length).toBeGreaterThan(0);
    for (const { textAlign, atRight, atLeft } of verses) {
      if (textAlign === 'center') expect(Math.abs(atRight - atLeft)).toBeLessThan(4);
      else expect(atRight).toBeLessThan(4);
    }
  });
}
