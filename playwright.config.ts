import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { EngineName } from './tests/browsers/fixtures.ts';

const chromium = process.env.CHROMIUM_PATH && resolve('tests/support/chromium.sh');
const engines: EngineName[] = ['firefox', 'webkit', 'chromium'];
/**
 * How many of each engine run at once: starting Firefox costs as much as four of its visits (3.7 s of a processor), starting
 * WebKit as much as one. They come first in the list, so that Chromium's journeys run beside them to the end.
 */
const workersOf: Record<EngineName, number> = { firefox: 1, webkit: 2, chromium: 4 };

/** `journeys` runs in Chromium only, with all that Playwright can do there; the other projects are one set in three engines. */
export default defineConfig<object, { engineName: EngineName }>({
  outputDir: '.cache/journeys',
  globalSetup: './tests/support/built-site.ts',
  // Two more than the two cores of CI, because a visitor also waits.
  workers: workersOf.chromium,
  fullyParallel: true,
  forbidOnly: true,
  // Not a measure of speed: what takes longer hangs, on any machine.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  retries: 0,
  reporter: [['list'], ['json']],
  use: {
    // So that what never comes is named.
    actionTimeout: 45_000,
    browserName: 'chromium',
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // As phones draw letters; Chromium without windows would move them to whole pixels.
      args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=slight'],
    },
  },
  projects: [
    ...engines.map((engineName) => ({
      name: engineName,
      testDir: 'tests/browsers',
      // What a test of `journeys` asks more strictly.
      grepInvert: engineName === 'chromium' ? /@held-by-journeys/ : [],
      workers: workersOf[engineName],
      use: { engineName },
    })),
    { name: 'journeys', testDir: 'tests/journeys' },
  ],
});
