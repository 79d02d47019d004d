import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';

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
