import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { expect, test } from './journey.ts';

interface Loaded {
  path: string;
  type: string;
  bytes: number;
  /** Including the header lines. */
  sent: number;
}

/** Two flights of a connection that shares a slow line with five others (docs/decisions/0005-styles-and-fonts.md). */
const twoFlights = 8_760;

/** Bytes of bodies as transferred (Brotli). The visit ends when React has hydrated the page and the network is idle. */
async function firstVisit(
  page: Page,
  path: string,
): Promise<{ html: number; beforeIdle: Loaded[]; all: Loaded[]; shift: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
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
  await page.keyboard.press('Shift');
  await expect(page.locator('[data-island]:not([data-hydrated])')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
  return {
    html: Number(answer.headers()['content-length']),
    beforeIdle: all.filter((loaded) => scripts.includes(loaded.path)),
    all,
    shift,
  };
}

const weight = (loaded: Loaded[]) => loaded.reduce((sum, { bytes }) => sum + bytes, 0);
const list = (loaded: Loaded[]) => loaded.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');

for (const { path } of screens) {
  test(`a first visit of ${path} stays within its budget`, async ({ page }) => {
    const { html, beforeIdle, all, shift } = await firstVisit(page, path);
    const of = (type: string) => all.filter((loaded) => loaded.type === type);
    // What the landing page calculates in the visitor's browser when it is idle (docs/decisions/0043-the-visitors-own-day.md).
    const isOwnDay = (loaded: Loaded) => /\/(own-day|prayer-times|figtree-marked)-[^/]+$/.test(loaded.path);
    const scripts = of('Script');
    const fonts = of('Font').filter((loaded) => !isOwnDay(loaded));
    const parts: [name: string, loaded: Loaded[], most: number][] = [
      ['CSS', of('Stylesheet'), 12_000],
      ['fonts', fonts, 48_000],
      ['script before the page is idle', beforeIdle, 4_000],
      ['all script but the own day', scripts.filter((loaded) => !isOwnDay(loaded)), 70_000],
      ['the own day', scripts.filter(isOwnDay), 17_000],
      ['everything', all, 140_000],
    ];
    for (const [name, loaded, most] of parts) {
      expect.soft(weight(loaded), `${name} in bytes:\n${list(loaded)}`).toBeLessThanOrEqual(most);
    }
    expect.soft(html, 'HTML in bytes').toBeLessThanOrEqual(13_000);
    expect.soft(fonts.length, `fonts:\n${list(fonts)}`).toBeLessThanOrEqual(3);
    const late = fonts.filter((font) => !/amiri/.test(font.path) && font.sent > twoFlights);
    expect.soft(late, 'Latin faces that need a third flight').toEqual([]);
    const others = all.filter((loaded) => !isOwnDay(loaded));
    expect.soft(others.length, `requests:\n${list(all)}`).toBeLessThanOrEqual(14);
    expect.soft(shift, 'layout shift').toBe(0);
  });
}
