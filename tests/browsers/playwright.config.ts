import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';
import type { EngineName } from './journey.ts';

const engines: EngineName[] = ['chromium', 'firefox', 'webkit'];

/** The same journeys in every engine (tests/browsers/journey.ts), on the Chromium of the other journeys. */
export default defineConfig<object, { engineName: EngineName }>({
  ...journeys,
  testDir: '.',
  outputDir: '../../.cache/browsers',
  projects: engines.map((engineName) => ({ name: engineName, use: { engineName } })),
});
