import { test as base, expect } from '@playwright/test';
import { newVisitorAddress } from '../support/network.ts';

interface JourneyFixtures {
  /**
   * Holds back the browser's requests that match a pattern; returns a function that releases them. A pattern that no
   * request meets fails the test, which would prove nothing.
   */
  holdBack: (pattern: string) => Promise<() => void>;
  /** The console errors that a test expects; any other fails it. */
  expectedErrors: RegExp | undefined;
}

export const test = base.extend<JourneyFixtures>({
  baseURL: async ({}, use) => use(process.env.JOURNEYS_URL),
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newVisitorAddress() }),
  expectedErrors: [undefined, { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const unexpected: string[] = [];
    const collect = (text: string) => {
      // Chromium's own words when a page leaves or shows before its view transition has begun: nothing of ours failed.
      if (/ViewTransition|^Transition was (aborted|skipped)/.test(text)) return;
      if (!expectedErrors?.test(text)) unexpected.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'error') collect(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => collect(error.message));
    await use(page);
    expect(unexpected, 'console errors nobody expected').toEqual([]);
  },
  holdBack: async ({ page }, use) => {
    const holds: { pattern: string; isMet: boolean }[] = [];
    await use(async (pattern) => {
      const hold = { pattern, isMet: false };
      holds.push(hold);
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(pattern, async (route) => {
        hold.isMet = true;
        await promise;
        await route.fallback();
      });
      return resolve;
    });
    const unmet = holds.filter(({ isMet }) => !isMet).map(({ pattern }) => pattern);
    expect(unmet, 'held back, but never requested').toEqual([]);
  },
});

/** What Chromium and app/client.ts write to the console at /no-such-page, and no other file that is not there. */
export const errorsOfMissedPath =
  /^Failed to load resource: .* 404 .*\/no-such-page\)$|^404: there is no page at \/no-such-page /;

export { expect };
