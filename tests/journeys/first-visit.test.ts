import type { Page, Request } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { publishedArticles } from '../articles/published.ts';
import { errorsOfMissedPath, expect, test } from './journey.ts';
import { goToFirstPaint, layoutShifts, untilDrawn, wake } from './steps.ts';

interface Loaded {
  path: string;
  type: string;
  bytes: number;
  /** Including the header lines. */
  sent: number;
}

/** Two flights of a connection that shares a slow line with five others (docs/decisions/0005-fonts.md). */
const twoFlights = 8_760;

/** A hundredth of what counts as good (web.dev/articles/cls): room only for the fallback fonts of other systems. */
const mostWithLateFonts = 0.001;

/** What the landing page loads at the first sign of a visitor (docs/decisions/0043-prayer-day.md). */
const isOfOwnDay = (path: string) => /\/(planner|hero-arc|today|tasks|figtree-rest)-[^/]+$/.test(path);
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
const list = (loaded: Loaded[]) => loaded.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');

/** Scrolls to the foot of a page as a reader does, screen by screen. */
async function readToTheEnd(page: Page): Promise<void> {
  const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.body.scrollHeight - 1);
  while (!(await isAtEnd())) {
    await page.mouse.wheel(0, 600);
    await untilDrawn(page);
  }
}

/** Every layout shift since the page began to load, once a visitor has come and all that follows is drawn. */
async function allShifts(page: Page): Promise<number[]> {
  // A key pressed before the first script has run would not be noticed.
  await page.waitForLoadState('load');
  await wake(page);
  await untilDrawn(page);
  return layoutShifts(page);
}

const paths = screens.map(({ path }) => path);
const otherPaths = ['/no-such-page', '/waitlist/joined', `/blog/${publishedArticles[0]?.slug}`];

for (const path of paths) {
  test(`a first visit of ${path} stays within its budget`, async ({ page }) => {
    const loading = new Set<Request>();
    const finished: Request[] = [];
    page.on('request', (request) => loading.add(request));
    page.on('requestfailed', (request) => loading.delete(request));
    page.on('requestfinished', (request) => loading.delete(request) && finished.push(request));
    await page.goto(path);
    await wake(page);
    await untilDrawn(page);
    await expect.poll(() => loading.size, 'requests under way').toBe(0);
    const all = await Promise.all(
      finished.map(async (request): Promise<Loaded> => {
        const { responseBodySize: bytes, responseHeadersSize } = await request.sizes();
        const type = request.resourceType();
        return { path: new URL(request.url()).pathname, type, bytes, sent: bytes + responseHeadersSize };
      }),
    );
    const answer = await page.request.get(path, { headers: { 'accept-encoding': 'br' } });
    // The scripts that the HTML itself names: all others wait until the page is idle.
    const named = (await answer.text()).matchAll(/(?:src|rel="modulepreload" href)="([^"]+\.js)"/g);
    const earlyScripts = new Set([...named].map(([, source]) => source));
    expect(earlyScripts.size).toBeGreaterThan(0);

    const others = all.filter((loaded) => !isOfOwnDay(loaded.path));
    const of = (type: string, loaded = others) => loaded.filter((each) => each.type === type);
    const fonts = of('font');
    for (const [name, loaded, most] of [
      ['CSS', of('stylesheet', all), 12_000],
      ['fonts', fonts, 48_000],
      ['script before the page is idle', all.filter((each) => earlyScripts.has(each.path)), 4_200],
      ['all script but the own day', of('script'), 70_000],
      ['the own day', of('script', all).filter((each) => !others.includes(each)), 17_000],
      ['everything', all, 135_000],
    ] as const) {
      const bytes = sum(loaded.map((each) => each.bytes));
      expect.soft(bytes, `${name} in bytes:\n${list(loaded)}`).toBeLessThanOrEqual(most);
    }
    expect.soft(Number(answer.headers()['content-length']), 'HTML in bytes').toBeLessThanOrEqual(13_200);
    expect.soft(fonts.length, `fonts:\n${list(fonts)}`).toBeLessThanOrEqual(3);
    const large = fonts.filter((font) => !/amiri|-rest/.test(font.path) && font.sent > twoFlights);
    expect.soft(large, 'Latin faces that need a third flight').toEqual([]);
    expect.soft(others.length, `requests:\n${list(all)}`).toBeLessThanOrEqual(14);
  });
}

/** What a reader loads who goes to the end of a page and presses nothing. */
const mostToTheEnd: Readonly<Record<string, number>> = { '/': 145_000, '/islam': 80_000, '/health': 80_000 };
const mostToOtherEnds = 62_000;

for (const path of [...paths, ...otherPaths]) {
  test.describe(`to the end of ${path}`, () => {
    test.use({ expectedErrors: errorsOfMissedPath });

    test(`a reader of ${path} to its end loads no more than its bound`, async ({ page }) => {
      const loaded: Promise<string>[] = [];
      let bytes = 0;
      page.on('requestfinished', (request) => {
        const add = async ({ responseBodySize }: Awaited<ReturnType<Request['sizes']>>) => {
          bytes += responseBodySize;
          return `${new URL(request.url()).pathname} ${responseBodySize}`;
        };
        loaded.push(request.sizes().then(add));
      });
      await page.goto(path);
      await readToTheEnd(page);
      await untilDrawn(page);
      await page.waitForLoadState('networkidle');
      const files = await Promise.all(loaded);
      console.log(`${path} to its end: ${bytes} bytes`);
      expect(bytes, files.join('\n')).toBeLessThanOrEqual(mostToTheEnd[path] ?? mostToOtherEnds);
    });
  });
}

/** Where everything of the bar and of the hero stands, and how it looks. */
async function hero(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const roots = [...document.querySelectorAll('.skip-link, .site-header, #main > :first-child')];
    return roots
      .flatMap((root) => [root, ...root.querySelectorAll('*')])
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        const box = [x, y, width, height].map(Math.round).join(' ');
        const look = [style.color, style.background, style.border, style.font, style.fill, style.stroke];
        return [element.outerHTML.slice(0, 80), box, ...look].join(' | ');
      });
  });
}

for (const { width, colorScheme } of [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 800 },
      colorScheme,
      contextOptions: { reducedMotion: 'reduce' },
      expectedErrors: errorsOfMissedPath,
    });

    for (const path of [...paths, ...otherPaths]) {
      test(`the hero of ${path} is finished before the shared style sheet has come`, async ({
        page,
        holdBack,
      }) => {
        const letStylesCome = await holdBack('**/*.css');
        await goToFirstPaint(page, path);
        expect(await page.locator('footer').count()).toBe(0);
        // What moves when a font comes is noted after the frame that draws it.
        await page.evaluate(async () => {
          await document.fonts.ready;
          for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        });
        const first = await hero(page);
        const whileFontsCame = await layoutShifts(page);
        letStylesCome();
        await page.waitForLoadState('load');
        await expect(page.locator('footer')).toBeVisible();
        expect(first.length).toBeGreaterThan(10);
        expect(await hero(page)).toEqual(first);
        expect(await allShifts(page)).toEqual(whileFontsCame);
      });
    }
  });
}

test.describe('on a phone', () => {
  // Its scroll bar lies over the page. Without this, Chromium 156.0.8078.108 keeps 15 px free for a bar that it hides.
  test.use({ isMobile: true });

  test('next to nothing on any page moves when its fonts come late, narrow or wide', async ({
    page,
    holdBack,
  }) => {
    for (const path of paths) {
      for (const width of [412, 1280]) {
        await page.setViewportSize({ width, height: 823 });
        const letFontsCome = await holdBack('**/*.woff2');
        await goToFirstPaint(page, path);
        letFontsCome();
        expect.soft(sum(await allShifts(page)), `${path}, ${width} px`).toBeLessThan(mostWithLateFonts);
        await page.unrouteAll();
      }
    }
  });
});
