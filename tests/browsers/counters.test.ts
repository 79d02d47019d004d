import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';

/** Runs in the page: records every animation that a script starts from here on. */
function recordAnimations(): void {
  const { animate } = Element.prototype;
  const recorded: Animation[] = [];
  Object.assign(window, { recorded });
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    recorded.push(animation);
    return animation;
  };
}

/** Runs in the page: whether there are any recorded animations, and all have finished. */
function haveFinished(): boolean {
  const { recorded } = window as unknown as { recorded: Animation[] };
  return recorded.length > 0 && recorded.every(({ playState }) => playState === 'finished');
}

test('figures count up to what they say, beside a label that they do not cover', async ({
  visitor,
  line,
}) => {
  const letThemCount = line.hold(/counters-/);
  await visitor.open('/', 'interactive');
  await visitor.see(recordAnimations);
  letThemCount();
  await expect.poll(() => visitor.see(haveFinished)).toBe(true);
  expect(await visitor.text('.hero-counts dd')).toBe(`${site.figures.members}+`);
  const { figure, label } = await visitor.see(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
    return { figure: box('.hero-counts dd'), label: box('.hero-counts dt') };
  });
  expect(figure.bottom).toBeLessThanOrEqual(label.top + 1);
  expect(figure.width).toBeGreaterThan(0);
});
