import { type Browser, chromium } from '@playwright/test';

/** Starts the browser that npm has found, or Playwright's own. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
