import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { publishedArticles } from '../articles/published.ts';
import { expect, test } from './journey.ts';
import { goToFirstPaint, holdBack, isOfOwnDay, layoutShifts, untilDrawn, wake } from './steps.ts';

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

const sum = (shifts: number[]) => shifts.reduce((all, shift) => all + shift, 0);

/** Bytes of bodies as transferred (Brotli). The visit ends when a visitor has come, and all that follows has arrived and is drawn. */
async function firstVisit(
  page: Page,
  path: string,
): Promise<{ html: number; beforeIdle: Loaded[]; all: Loaded[]; early: number[]; late: number[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const underWay = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId }) => underWay.add(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId));
  const urls = new Map<string, { path: string; type: string }>();
  const all: Loaded[] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    urls.set(requestId, { path: new URL(response.url).pathname, type });
  });
  const bodies = new Map<string, number>();
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bodies.set(requestId, (bodies.get(requestId) ?? 0) + encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    underWay.delete(requestId);
    const loaded = urls.get(requestId);
    if (loaded) all.push({ ...loaded, bytes: bodies.get(requestId) ?? 0, sent: encodedDataLength });
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  // The scripts that the HTML itself names: all others wait until the page is idle.
  const answer = await page.request.get(path, { headers: { 'accept-encoding': 'br' } });
  const html = await answer.text();
  const scripts = [...html.matchAll(/(?:src|rel="modulepreload" href)="([^"]+\.js)"/g)].map(
    ([, source]) => source,
  );
  expect(scripts.length).toBeGreaterThan(0);
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const early = await layoutShifts(page);
  await wake(page);
  await untilDrawn(page);
  await expect.poll(() => underWay.size, 'requests under way').toBe(0);
  const late = (await layoutShifts(page)).slice(early.length);
  return {
    html: Number(answer.headers()['content-length']),
    beforeIdle: all.filter((loaded) => scripts.includes(loaded.path)),
    all,
    early,
    late,
  };
}

const weight = (loaded: Loaded[]) => loaded.reduce((sum, { bytes }) => sum + bytes, 0);
const list = (loaded: Loaded[]) => loaded.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');

for (const { path } of screens) {
  test(`a first visit of ${path} stays within its budget`, async ({ page }) => {
    const { html, beforeIdle, all, early, late } = await firstVisit(page, path);
    const of = (type: string) => all.filter((loaded) => loaded.type === type);
    const isOwnDay = (loaded: Loaded) => isOfOwnDay(loaded.path);
    const scripts = of('Script');
    const fonts = of('Font').filter((loaded) => !isOwnDay(loaded));
    const parts: [name: string, loaded: Loaded[], most: number][] = [
      ['CSS', of('Stylesheet'), 12_000],
      ['fonts', fonts, 48_000],
      ['script before the page is idle', beforeIdle, 4_000],
      ['all script but the own day', scripts.filter((loaded) => !isOwnDay(loaded)), 70_000],
      ['the own day', scripts.filter(isOwnDay), 17_000],
      ['everything', all, 135_000],
    ];
    for (const [name, loaded, most] of parts) {
      expect.soft(weight(loaded), `${name} in bytes:\n${list(loaded)}`).toBeLessThanOrEqual(most);
    }
    expect.soft(html, 'HTML in bytes').toBeLessThanOrEqual(13_000);
    expect.soft(fonts.length, `fonts:\n${list(fonts)}`).toBeLessThanOrEqual(3);
    const large = fonts.filter((font) => !/amiri|-rest/.test(font.path) && font.sent > twoFlights);
    expect.soft(large, 'Latin faces that need a third flight').toEqual([]);
    const others = all.filter((loaded) => !isOwnDay(loaded));
    expect.soft(others.length, `requests:\n${list(all)}`).toBeLessThanOrEqual(14);
    // On a busy machine the first paint may come before a font.
    expect.soft(sum(early), 'layout shift while fonts come').toBeLessThan(mostWithLateFonts);
    expect.soft(late, 'layout shifts after that').toEqual([]);
  });
}

const paths = screens.map(({ path }) => path);
const otherPaths = ['/no-such-page', '/waitlist/joined', `/blog/${publishedArticles[0]?.slug}`];

/** Every layout shift since the page began to load, once a visitor has come and all that follows is drawn. */
async function allShifts(page: Page): Promise<number[]> {
  // A key pressed before the first script has run would not be noticed.
  await page.waitForLoadState('load');
  await wake(page);
  await untilDrawn(page);
  return layoutShifts(page);
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
      // The 404 page writes its status to the console.
      expectedErrors: /status of 404|^404: there is no page/,
    });

    for (const path of [...paths, ...otherPaths]) {
      test(`the hero of ${path} stands finished before the shared style sheet has come, and nothing moves when it comes`, async ({
        page,
      }) => {
        const letStylesCome = await holdBack(page, '**/*.css');
        await goToFirstPaint(page, path);
        expect(await page.locator('footer').count()).toBe(0);
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

test('next to nothing on any page moves when its fonts come late, narrow or wide', async ({ page }) => {
  for (const path of paths) {
    for (const width of [412, 1280]) {
      await page.setViewportSize({ width, height: 823 });
      const letFontsCome = await holdBack(page, '**/*.woff2');
      await goToFirstPaint(page, path);
      letFontsCome();
      expect.soft(sum(await allShifts(page)), `${path}, ${width} px`).toBeLessThan(mostWithLateFonts);
      await page.unrouteAll();
    }
  }
});
