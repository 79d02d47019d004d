import { test as base, expect } from '@playwright/test';
import { newVisitorAddress } from '../support/network.ts';
import type { BrowserSettings, Engine } from './driver.ts';
import { type Line, startLine } from './line.ts';
import { startChromium, startFirefox } from './puppeteer.ts';
import { Visitor } from './visitor.ts';
import { startWebkit } from './webkit.ts';

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

/** What browsers report when a size changes again within one frame. They tell of it in the next one. */
const lateSizes = /^ResizeObserver loop/;

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
    expect(line.unmet(), 'held back or cut, but never requested').toEqual([]);
  },
  visitor: async ({ engine, line, settings, expectedFaults }, use, testInfo) => {
    const browserSettings = { ...defaultSettings, ...settings };
    const driver = await engine.visit(browserSettings);
    await use(new Visitor(driver, line.url, browserSettings.script));
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('picture', {
        body: Buffer.from(await driver.picture()),
        contentType: 'image/png',
      });
    const faults = driver
      .faults()
      .filter((fault) => !errorsOfLeaving.test(fault) && !lateSizes.test(fault))
      .filter((fault) => !expectedFaults?.test(fault));
    await driver.close();
    expect(faults, 'complaints of the page that nobody expected').toEqual([]);
  },
});

export { expect };
