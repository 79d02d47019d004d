import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { newVisitorAddress } from '../support/network.ts';

interface JourneyFixtures {
  /** The console errors that a test expects; any other fails it. */
  expectedErrors: RegExp | undefined;
  /** Watches a page that the test has opened itself, in a context of its own; `page` is watched already. */
  watch: (page: Page) => void;
  page: Page;
}

export const test = base.extend<JourneyFixtures>({
  baseURL: async ({}, use) => use(process.env.JOURNEYS_URL),
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newVisitorAddress() }),
  expectedErrors: [undefined, { option: true }],
  watch: async ({ expectedErrors }, use) => {
    const unexpected: string[] = [];
    const note = (text: string) => {
      // Chromium's own words when a page leaves or shows before its view transition has begun: nothing of ours failed.
      if (/ViewTransition|^Transition was (aborted|skipped)/.test(text)) return;
      if (!expectedErrors?.test(text)) unexpected.push(text);
    };
    await use((page) => {
      page.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => note(error.message));
    });
    expect(unexpected, 'console errors nobody expected').toEqual([]);
  },
  page: async ({ page, watch }, use) => {
    watch(page);
    await use(page);
  },
});

/** What Chromium and app/client.ts write to the console at /no-such-page, and no other file that is not there. */
export const errorsOfMissedPath =
  /^Failed to load resource: .* 404 .*\/no-such-page\)$|^404: there is no page at \/no-such-page /;

export { expect };
