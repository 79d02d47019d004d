import { defineConfig } from '@playwright/test';

const chromium = process.env.CHROMIUM_PATH;

// Chromium builds two pages of its address bar for every new window: a third of these tests' time. The switch counts once
// only, so the list that Playwright 1.65 gives it is repeated before them.
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: '.cache/journeys',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // One second try on a shared machine; what needs it is named 'flaky' at the end of the output.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
});
