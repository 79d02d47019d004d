import { type BrowserType, test as base, chromium, expect } from '@playwright/test';
import { newVisitorAddress } from '../support/network.ts';
import type { BrowserSettings, Driver, Engine } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { type Line, startLine } from './line.ts';
import { Visitor } from './visitor.ts';
import { startWebkit } from './webkit.ts';

type LaunchOptions = Parameters<BrowserType['launch']>[0];

/** Chromium, by Playwright. */
async function startChromium(launchOptions: LaunchOptions): Promise<Engine> {
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

export type EngineName = 'chromium' | 'firefox' | 'webkit';

interface JourneyOptions {
  settings: Partial<BrowserSettings>;
  /** The page errors that a test expects; any other fails it. */
  expectedFaults: RegExp | undefined;
}

interface JourneyFixtures extends JourneyOptions {
  line: Line;
  visitor: Visitor;
}

interface WorkerFixtures {
  engineName: EngineName;
  engine: Engine;
}

/** What browsers report when a page is left while its view transition or its fonts are still loading. */
const errorsOfLeaving = /view ?transition|^Transition was|downloadable font: download failed/i;

/** What browsers say of a module that could not be loaded. */
export const lostModule =
  /not loaded: |Failed to load|dynamically imported module|Importing a module|Load failed/;

const defaultSettings: BrowserSettings = {
  width: 1280,
  height: 800,
  dark: false,
  reducedMotion: false,
  script: true,
};

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  expectedFaults: [undefined, { option: true }],
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, launchOptions }, use) => {
      const { FIREFOX_PATH = '', WEBKIT_DRIVER_PATH = '' } = process.env;
      const start = {
        chromium: () => startChromium(launchOptions),
        firefox: () => startFirefox(FIREFOX_PATH),
        webkit: () => startWebkit(WEBKIT_DRIVER_PATH),
      };
      const engine = await start[engineName]();
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
  line: async ({}, use) => {
    const line = await startLine(process.env.JOURNEYS_URL ?? '', newVisitorAddress());
    await use(line);
    await line.stop();
  },
  visitor: async ({ engine, line, settings, expectedFaults }, use, testInfo) => {
    const browserSettings = { ...defaultSettings, ...settings };
    const driver = await engine.visit(browserSettings);
    await use(new Visitor(driver, line.url, browserSettings.script));
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('picture', { body: await driver.picture(), contentType: 'image/png' });
    const faults = driver
      .faults()
      .filter((fault) => !errorsOfLeaving.test(fault) && !expectedFaults?.test(fault));
    await driver.close();
    expect(faults, 'complaints of the page that nobody expected').toEqual([]);
  },
});

export { expect };
