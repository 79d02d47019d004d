import { test as base, expect } from '@playwright/test';
import { type BuiltSite, startBuiltSite } from '../support/built-site.ts';
import { startChromium } from './chromium.ts';
import type { BrowserSettings, Engine } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { type Line, layLine } from './line.ts';
import { Visitor } from './visitor.ts';
import { startWebkit } from './webkit.ts';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

interface JourneyOptions {
  settings: Partial<BrowserSettings>;
  /** The complaints that a test expects; any other fails it. */
  expectedFaults: RegExp | undefined;
}

interface JourneyFixtures extends JourneyOptions {
  line: Line;
  visitor: Visitor;
}

interface WorkerFixtures {
  engineName: EngineName;
  site: BuiltSite;
  engine: Engine;
}

/** What browsers say when a page is left while its view transition or its fonts are still on their way. */
const ofLeaving = /view ?transition|^Transition was|downloadable font: download failed/i;

const usual: BrowserSettings = { width: 1280, height: 800, dark: false, reducedMotion: false, script: true };

let visitors = 0;

/** An address of its own for each test (RFC 3849), so that one test's joins do not use up another's share. */
function newVisitorAddress(): string {
  visitors += 1;
  return `2001:db8:${(process.pid % 65_536).toString(16)}:${visitors.toString(16)}::1`;
}

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  expectedFaults: [undefined, { option: true }],
  engineName: ['chromium', { option: true, scope: 'worker' }],
  site: [
    async ({}, use) => {
      const site = await startBuiltSite({ TRUST_PROXY: '1' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
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
    { scope: 'worker', timeout: 60_000 },
  ],
  line: async ({ site }, use) => {
    const line = await layLine(site.url, newVisitorAddress());
    await use(line);
    await line.stop();
  },
  visitor: async ({ engine, line, settings, expectedFaults }, use, testInfo) => {
    const driver = await engine.visit({ ...usual, ...settings });
    await use(new Visitor(driver, line.url));
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('picture', { body: await driver.picture(), contentType: 'image/png' });
    const faults = driver.faults().filter((fault) => !ofLeaving.test(fault) && !expectedFaults?.test(fault));
    await driver.close();
    expect(faults, 'complaints of the page that nobody expected').toEqual([]);
  },
});

export { expect };
