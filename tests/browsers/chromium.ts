import { type BrowserType, chromium } from '@playwright/test';
import type { BrowserSettings, Driver, Engine } from './driver.ts';

type LaunchOptions = Parameters<BrowserType['launch']>[0];

/** Chromium, by Playwright. */
export async function startChromium(launchOptions: LaunchOptions): Promise<Engine> {
  const browser = await chromium.launch(launchOptions);

  async function visit({ width, height, dark, reducedMotion, script }: BrowserSettings): Promise<Driver> {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      javaScriptEnabled: script,
      hasTouch: true,
      locale: 'en-GB',
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    return {
      async navigate(url) {
        await page.goto(url, { waitUntil: 'commit' });
      },
      call: (source) => page.evaluate(`(${source})()`),
      press: (x, y, pointer) => (pointer === 'touch' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
      async keys(names) {
        for (const name of names) await page.keyboard.press(name);
      },
      resize: (newWidth, newHeight) => page.setViewportSize({ width: newWidth, height: newHeight }),
      picture: () => page.screenshot(),
      faults: () => faults,
      close: () => context.close(),
    };
  }

  return { visit, stop: () => browser.close() };
}
