import type { Browser } from '@playwright/test';
import { median } from './median.ts';

/** WebPageTest's 'Slow 3G', in CDP's units: 400 kbit/s each way, 400 ms of round trip. */
const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 6;
const phone = { width: 412, height: 823 };
const loads = 3;

/**
 * When the headline is drawn on the screen of a slow phone on a slow line, in a real browser with nothing cached.
 * @returns milliseconds, the median of three loads
 */
export async function headlineReadable(browser: Browser, url: string): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    const context = await browser.newContext({ viewport: phone });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow3G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(() => {
      // The largest text of each first screen is its headline or the sentence below it: both are drawn together.
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries())
          document.documentElement.dataset.drawn ??= String(startTime);
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(url, { timeout: 120_000 });
    await page.waitForFunction(() => document.documentElement.dataset.drawn);
    times.push(Number(await page.evaluate(() => document.documentElement.dataset.drawn)));
    await context.close();
  }
  return median(times);
}
