import { colours } from '../../content/colours.ts';
import { plannerWords as words } from '../../content/prayer-day.ts';
import { site } from '../../content/site.ts';
import { foundCities } from '../support/found-cities.ts';
import { parts } from '../support/parts.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const openQuestions = (visitor: Visitor) => visitor.count(`${parts.question}[open]`);

test('figures count up to what they say', { tag: '@held-by-journeys' }, async ({ visitor, line }) => {
  const letThemCount = line.hold(/client-.*\.js$/);
  await visitor.open('/', 'interactive');
  await visitor.evaluate((strip) => {
    const mark = () => document.body.toggleAttribute('data-counted', document.querySelector(strip) !== null);
    new MutationObserver((_, observer) => mark() && observer.disconnect()).observe(document.body, {
      childList: true,
      subtree: true,
    });
  }, parts.counterStrip);
  letThemCount();
  // They stand under the horizon, which a small laptop shows at the foot of its first screen.
  await visitor.evaluate((counts) => document.querySelector(counts)?.scrollIntoView(), parts.heroCounts);
  await expect.poll(() => visitor.count('[data-counted]')).toBe(1);
  await expect.poll(() => visitor.count(parts.counterStrip)).toBe(0);
  expect(await visitor.text(parts.heroFigure)).toBe(`${site.figures.members}+`);
});

test('one question is open at a time and can be closed', async ({ visitor }) => {
  await visitor.open('/');
  const question = (number: number) => `${parts.question}:nth-of-type(${number})`;
  await visitor.press(`${question(1)} summary`);
  await expect.poll(() => openQuestions(visitor)).toBe(1);
  await visitor.press(`${question(4)} summary`);
  await expect.poll(() => visitor.count(`${question(4)}[open]`)).toBe(1);
  await expect.poll(() => openQuestions(visitor)).toBe(1);
  await visitor.press(`${question(4)} summary`);
  await expect.poll(() => openQuestions(visitor)).toBe(0);
});

const passing = (visitor: Visitor) =>
  visitor.evaluate((selector) => {
    const row = document.querySelector(selector);
    return row && getComputedStyle(row).animationPlayState;
  }, parts.marqueeRow);

test('the marquee’s button stops the figures and lets them move again at once', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.press(parts.marqueeButton);
  await expect.poll(() => passing(visitor)).toBe('paused');
  await visitor.press(parts.marqueeButton);
  await expect.poll(() => passing(visitor)).toBe('running');
  await visitor.press(parts.marqueeLane);
  await expect.poll(() => passing(visitor)).toBe('paused');
});

test('figures fill the marquee at each moment, in both directions', async ({ visitor }) => {
  await visitor.open('/');
  /** Where no figure stands within the row, at the beginning, in the middle and at the end of a round, in pixels. */
  const gaps = (direction: string, selectors: { lane: string; row: string }) => {
    document.documentElement.dir = direction;
    const lane = document.querySelector(selectors.lane)?.getBoundingClientRect() ?? new DOMRect();
    const rounds = [...document.querySelectorAll(selectors.row)].flatMap((row) => row.getAnimations());
    return [0, 0.5, 0.999].map((share) => {
      for (const round of rounds) {
        round.pause();
        round.currentTime = share * Number(round.effect?.getComputedTiming().duration);
      }
      const rows = [...document.querySelectorAll(selectors.row)].map((row) => row.getBoundingClientRect());
      const left = Math.min(...rows.map((row) => row.left)) - lane.left;
      const right = lane.right - Math.max(...rows.map((row) => row.right));
      return Math.max(0, Math.round(left), Math.round(right));
    });
  };
  const selectors = { lane: parts.marqueeLane, row: parts.marqueeRow };
  for (const direction of ['ltr', 'rtl'])
    expect(await visitor.evaluate(gaps, direction, selectors), direction).toEqual([0, 0, 0]);
});

// Together, because each setting takes a process of Firefox and WebKit of its own.
test.describe('by night, for readers of reduced motion', () => {
  test.use({ settings: { dark: true, reducedMotion: true } });

  test('the paper is dark, figures stand at once and nothing passes by', async ({ visitor, line }) => {
    await visitor.open('/');
    const paper = () => getComputedStyle(document.body).backgroundColor;
    const [red, green, blue] = Buffer.from(colours.paper[1].slice(1), 'hex');
    expect(await visitor.evaluate(paper)).toBe(`rgb(${red}, ${green}, ${blue})`);
    const script = () => line.asked.find((path) => /client-.*\.js$/.test(path));
    await expect.poll(script).toBeDefined();
    const isCounting = await visitor.evaluate(
      async (address, strip) => {
        await import(address);
        await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
        return document.querySelector(strip) !== null;
      },
      script() ?? '',
      parts.counterStrip,
    );
    expect(isCounting).toBe(false);
    expect(await visitor.text(parts.heroFigure)).toBe(`${site.figures.members}+`);
    expect(
      await visitor.evaluate(
        (row) => getComputedStyle(document.querySelector(row) ?? document.body).animationName,
        parts.marqueeRow,
      ),
    ).toBe('none');
    expect(await visitor.isShown(parts.marqueeButton)).toBe(false);
  });
});

test('a city is found and chosen, and its day is drawn once', { tag: '@held-by-journeys' }, async ({
  visitor,
}) => {
  await visitor.open('/');
  await visitor.press(parts.plannerFold);
  await visitor.enterField('#own-city');
  await visitor.type('manch');
  await expect.poll(() => visitor.text(parts.cityOption)).toBe(foundCities('manch')[0]);
  await visitor.press(parts.cityOption);
  await expect.poll(() => visitor.text(parts.plannerWhose)).toBe(words.chosen('Manchester'));
  await expect.poll(() => visitor.count(`[aria-label="${words.drawn('Manchester')}"]`)).toBeGreaterThan(0);
  expect(await visitor.count(parts.wideArc)).toBe(1);
});
