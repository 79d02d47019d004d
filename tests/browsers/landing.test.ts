import { plannerWords as words } from '../../content/prayer-day.ts';
import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const openQuestions = (visitor: Visitor) => visitor.count('.accordion details[open]');
const background = (visitor: Visitor) => visitor.see(() => getComputedStyle(document.body).backgroundColor);

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

test('a press of the marquee’s button before React has loaded pauses it once it has', async ({
  visitor,
  line,
}) => {
  const letReactCome = line.hold(/islands-/);
  await visitor.open('/');
  await visitor.press('.marquee-button');
  letReactCome();
  await expect.poll(() => visitor.count('.marquee[data-paused="true"]')).toBe(1);
});

test('of eight questions one is open at a time, and the open one can be closed, in a browser without <details name> too', async ({
  visitor,
  line,
}) => {
  await visitor.open('/');
  const question = (number: number) => `.accordion details:nth-of-type(${number})`;
  expect(await visitor.count('.accordion summary')).toBe(8);
  await visitor.press(`${question(1)} summary`);
  await expect.poll(() => openQuestions(visitor)).toBe(1);
  await visitor.press(`${question(4)} summary`);
  await expect.poll(() => visitor.count(`${question(4)}[open]`)).toBe(1);
  await expect.poll(() => openQuestions(visitor)).toBe(1);
  await visitor.press(`${question(4)} summary`);
  await expect.poll(() => openQuestions(visitor)).toBe(0);

  // A page without the planner, which must not be started twice.
  await visitor.open('/pricing');
  await visitor.see(async () => {
    // As in Safari before 17.2 and Firefox before 130: to the browser the attribute means nothing, to our script it does.
    Reflect.deleteProperty(HTMLDetailsElement.prototype, 'name');
    for (const details of document.querySelectorAll('.accordion details')) {
      const name = details.getAttribute('name');
      details.removeAttribute('name');
      details.getAttribute = () => name;
    }
    const script = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
    await import(`${script}?again`);
  });
  const olderBrowsers = () => line.asked.find((path) => path.includes('/older-browsers-'));
  await expect.poll(olderBrowsers).toBeDefined();
  await visitor.see((address) => import(address).then(() => true), olderBrowsers() ?? '');
  await visitor.press(`${question(2)} summary`);
  // Question 3 moves when the answer above it opens.
  await expect.poll(() => visitor.count(`${question(2)}[open]`)).toBe(1);
  await visitor.press(`${question(3)} summary`);
  await expect.poll(() => visitor.count(`${question(3)}[open]`)).toBe(1);
  await expect.poll(() => openQuestions(visitor)).toBe(1);
});

test('by day the paper is light, and nothing is unstyled while the shared sheet is on the way', async ({
  visitor,
  line,
}) => {
  const letSheetCome = line.hold(/client-.*\.css$/);
  // In Chromium readyState stays 'loading' until the style sheets have loaded.
  await visitor.open('/', 'loading');
  await expect.poll(() => visitor.count('.site-bar, h1')).toBe(2);
  const look = () =>
    visitor.see(() => {
      const { fontSize, color } = getComputedStyle(document.querySelector('h1') ?? document.body);
      return [
        fontSize,
        color,
        getComputedStyle(document.querySelector('.site-bar') ?? document.body).display,
      ];
    });
  const before = await look();
  letSheetCome();
  await expect.poll(() => visitor.see(() => document.readyState)).toBe('complete');
  expect(await look()).toEqual(before);
  expect(await background(visitor)).toBe('rgb(251, 248, 242)');
});

test.describe('by night', () => {
  test.use({ settings: { dark: true } });

  test('the paper is dark', async ({ visitor }) => {
    await visitor.open('/');
    expect(await background(visitor)).toBe('rgb(12, 26, 34)');
  });
});

test.describe('for readers of reduced motion', () => {
  test.use({ settings: { reducedMotion: true } });

  test('figures stand at once and nothing passes by', async ({ visitor, line }) => {
    await visitor.open('/');
    const script = () => line.asked.find((path) => path.includes('/counters-'));
    await expect.poll(script).toBeDefined();
    const isCounting = await visitor.see(async (address) => {
      await import(address);
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
      return document.querySelector('.counter-strip') !== null;
    }, script() ?? '');
    expect(isCounting).toBe(false);
    expect(await visitor.text('.hero-counts dd')).toBe(`${site.figures.members}+`);
    expect(
      await visitor.see(
        () => getComputedStyle(document.querySelector('.marquee ul') ?? document.body).animationName,
      ),
    ).toBe('none');
    expect(await visitor.isShown('.marquee-button')).toBe(false);
  });

  test('the words of the bar change with its ground, in the same frame', async ({ visitor }) => {
    await visitor.open('/islam');
    const { onSky, onPaper, words } = await visitor.see(() => {
      const header = document.querySelector<HTMLElement>('.site-header') ?? document.body;
      const link = document.querySelector('.bar-links a') ?? document.body;
      const before = getComputedStyle(link).color;
      header.dataset.pill = 'true';
      return { onSky: before, onPaper: getComputedStyle(header).color, words: getComputedStyle(link).color };
    });
    expect(onPaper).not.toBe(onSky);
    expect(words).toBe(onPaper);
  });
});

/** Sets what a native list or field holds: no engine lets a script press a list's own window. */
const set = (visitor: Visitor, control: string, value: string) =>
  visitor.see(
    (selector, chosen) => {
      const element = document.querySelector<HTMLSelectElement | HTMLInputElement>(selector);
      if (!element) return;
      element.focus();
      // Through the prototype's setter, which React does not watch: so it sees that the value is another.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, chosen);
      element.dispatchEvent(
        new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      );
    },
    control,
    value,
  );

test('a city is found and chosen, its day is drawn once, and a task is moved in it', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.see(() => document.querySelector('.planner')?.scrollIntoView({ behavior: 'instant' }));
  await expect.poll(() => visitor.count('#move-rest option')).toBeGreaterThan(5);
  await visitor.see(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('.planner-choices')) fold.open = true;
  });
  await expect
    .poll(async () => {
      await set(visitor, '#own-city', 'manch');
      return visitor.text('.planner-cities [role=option]');
    })
    .toBe('Manchester, United Kingdom');
  await visitor.see(() => document.querySelector<HTMLElement>('.planner-cities [role=option]')?.click());
  await expect.poll(() => visitor.text('.planner-whose')).toBe(words.chosen('Manchester'));
  const drawn = () =>
    visitor.see(() => {
      const times = [...document.querySelectorAll('.planner-times dd')].map(({ textContent }) => textContent);
      const arc = document.querySelector('.day-arc-wide')?.textContent ?? '';
      return times.length === 6 && times.every((time) => arc.includes(time));
    });
  await expect.poll(drawn).toBe(true);
  expect(await visitor.count('.day-arc-wide')).toBe(1);
  const before = await visitor.text('.planner-task:nth-child(2) .planner-when');
  await set(visitor, '#move-rest', 'after-isha');
  await expect.poll(() => visitor.text('.planner-task:nth-child(2) .planner-when')).not.toBe(before);
  const now = await visitor.text('.planner-task:nth-child(2) .planner-when');
  expect(await visitor.text('.planner [role=status]')).toContain(now);
});
