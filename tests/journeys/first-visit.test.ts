import type { Page, Request } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { parts } from '../support/parts.ts';
import { publishedArticles } from '../support/published-articles.ts';
import { errorsOfMissedPath, expect, test } from './journey.ts';
import { goToFirstPaint, layoutShifts, untilDrawn, wake } from './steps.ts';

interface Loaded {
  path: string;
  type: string;
  bytes: number;
  /** Including the header lines. */
  sent: number;
}

/** What a connection sends before it waits for an answer: ten packets (RFC 6928; docs/decisions/0013-the-first-paint.md). */
const firstFlight = 10 * 1_460;
/** A page's headers and status line. HTTP/2 makes them shorter, and what it saves is room for TLS. */
const headersOfPage = 1_010;

/**
 * The most that a first visit may load: in bytes, and without headers if nothing else is said. At the end of a line stands what the
 * heaviest page had on 28 November 2026. What a flight decides is exact; what holds packages, or is a sum of files, has at least
 * 5 % of room for updates. What to do when a page or an update passes one: CONTRIBUTING.md, “A page that has become too long”.
 */
const most = {
  /** More would need a second flight: a round trip before the first paint. */
  html: firstFlight - headersOfPage, // 13,378 of 13,590: /islam
  /** One sheet for all pages. What is below the hero waits for it. */
  styleSheet: 12_000, // 10,306
  /** Three faces of a first screen, or two and the face of the verses (27 kB). */
  fonts: 48_000, // 43,452: /islam
  fontFiles: 3, // 3
  /** With its headers. It comes in two flights of a line that five others share (docs/decisions/0005-fonts.md). */
  latinFace: 8_760, // 8,728
  /**
   * Of every page. With its headers, 467 bytes on our own server, it comes in one flight of a line that five others share: 4,380. The
   * names of other files in it change with each of them, and its size with them by some ten bytes.
   */
  earlyScript: 3_900, // 3,672
  /** With the script of one page: app/client.ts. */
  script: 4_600, // 4,350: /roadmap
  /** With React, which comes to the landing page when a visitor first does something (docs/decisions/0043-prayer-day.md). */
  scriptWithOwnDay: 91_200, // 86,844
  /** All files but the page itself, so that a sentence more does not fail here. */
  files: 128_700, // 122,504: /
  requests: 14, // 8
  requestsWithOwnDay: 20, // 19
};

/** The most that a reader loads who goes to the end of a page and presses nothing. */
const mostToTheEnd: Readonly<Record<string, number>> = {
  /** It draws the own day. */
  '/': 145_000, // 140,318
  // Verses have a face of their own.
  '/islam': 80_000, // 71,311
  '/health': 80_000, // 71,180
};
const mostToOtherEnds = 62_000; // 58,370: an article

/** Of layout shift. A hundredth of what counts as good (web.dev/articles/cls) is room for the fonts of other systems. */
const mostShift = 0.001;

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

    const of = (type: string) => all.filter((loaded) => loaded.type === type);
    const early = all.filter((loaded) => earlyScripts.has(loaded.path));
    const files = all.filter((loaded) => loaded.path !== path);
    // Letters with accents are a face of their own, which the name of a city may need.
    const fonts = of('font').filter((font) => !font.path.includes('-rest'));
    const drawsOwnDay = path === '/';
    for (const [name, loaded, bound] of [
      ['style sheets', of('stylesheet'), most.styleSheet],
      ['fonts', fonts, most.fonts],
      ['script before the page is idle', early, most.earlyScript],
      ['all script', of('script'), drawsOwnDay ? most.scriptWithOwnDay : most.script],
      ['all files but the page', files, most.files],
    ] as const) {
      const bytes = sum(loaded.map((each) => each.bytes));
      expect.soft(bytes, `${name} in bytes:\n${list(loaded)}`).toBeLessThanOrEqual(bound);
    }
    expect
      .soft(
        Number(answer.headers()['content-length']),
        'HTML in bytes (see CONTRIBUTING.md, “A page that has become too long”)',
      )
      .toBeLessThanOrEqual(most.html);
    expect.soft(fonts.length, `fonts:\n${list(fonts)}`).toBeLessThanOrEqual(most.fontFiles);
    const large = fonts.filter((font) => !font.path.includes('amiri') && font.sent > most.latinFace);
    expect.soft(large, 'Latin faces that need a third flight').toEqual([]);
    expect
      .soft(all.length, `requests:\n${list(all)}`)
      .toBeLessThanOrEqual(drawsOwnDay ? most.requestsWithOwnDay : most.requests);
  });
}

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
      expect(bytes, files.join('\n')).toBeLessThanOrEqual(mostToTheEnd[path] ?? mostToOtherEnds);
    });
  });
}

/** Where everything of the bar and of the hero stands, and how it looks. */
async function hero(page: Page): Promise<string[]> {
  return page.evaluate(async (selector) => {
    await document.fonts.ready;
    const roots = [...document.querySelectorAll(selector)];
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
  }, `${parts.skipLink}, ${parts.header}, #main > :first-child`);
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
        expect.soft(sum(await allShifts(page)), `${path}, ${width} px`).toBeLessThan(mostShift);
        await page.unrouteAll();
      }
    }
  });
});
