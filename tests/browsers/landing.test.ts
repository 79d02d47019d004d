import { plannerWords as words } from '../../content/prayer-day.ts';
import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const openQuestions = (visitor: Visitor) => visitor.count('.accordion details[open]');
const background = (visitor: Visitor) => visitor.see(() => getComputedStyle(document.body).backgroundColor);

test('figures count up to what they say, beside a label that they do not cover', async ({
  visitor,
  line,
}) => {
  const letThemCount = line.hold(/counters-/);
  await visitor.open('/', 'interactive');
  await visitor.see(() => {
    const note = () =>
      document.body.toggleAttribute('data-counted', document.querySelector('.counter-strip') !== null);
    new MutationObserver((_, observer) => note() && observer.disconnect()).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });
  letThemCount();
  await expect.poll(() => visitor.count('[data-counted]')).toBe(1);
  await expect.poll(() => visitor.count('.counter-strip')).toBe(0);
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
    visitor.see(() =>
      ['h1', '.site-bar'].map((part) => {
        const { fontSize, color, display } = getComputedStyle(document.querySelector(part) ?? document.body);
        return [fontSize, color, display];
      }),
    );
  const before = await look();
  letSheetCome();
  await expect.poll(() => visitor.see(() => document.readyState)).toBe('complete');
  expect(await look()).toEqual(before);
  expect(await background(visitor)).toBe('rgb(251, 248, 242)');
});

// Together, because each setting takes a process of Firefox and WebKit of its own.
test.describe('by night, for readers of reduced motion', () => {
  test.use({ settings: { dark: true, reducedMotion: true } });

  test('the paper is dark, figures stand at once and nothing passes by', async ({ visitor, line }) => {
    await visitor.open('/');
    expect(await background(visitor)).toBe('rgb(12, 26, 34)');
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

test('a city is found and chosen, and its day is drawn once', { tag: '@held-by-journeys' }, async ({
  visitor,
}) => {
  await visitor.open('/');
  await visitor.press('.planner-choices summary');
  await visitor.enterField('#own-city');
  await visitor.type('manch');
  const option = '.planner-cities [role=option]';
  await expect.poll(() => visitor.text(option)).toBe('Manchester, United Kingdom');
  await visitor.press(option);
  await expect.poll(() => visitor.text('.planner-whose')).toBe(words.chosen('Manchester'));
  const drawn = () =>
    visitor.see(() => {
      const times = [...document.querySelectorAll('.planner-times dd')].map(({ textContent }) => textContent);
      const arcs = [...document.querySelectorAll('.day-arc-wide')].map(({ textContent }) => textContent);
      return times.length === 6 && arcs.length === 1 && times.every((time) => arcs[0]?.includes(time));
    });
  await expect.poll(drawn).toBe(true);
});
