import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { newVisitorAddress } from '../support/visitor-address.ts';

interface JourneyFixtures {
  /** The console errors that a test expects; any other fails it. */
  expectedErrors: RegExp | undefined;
  page: Page;
}

export const test = base.extend<JourneyFixtures>({
  baseURL: async ({}, use) => use(process.env.JOURNEYS_URL),
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newVisitorAddress() }),
  expectedErrors: [undefined, { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const unexpected: string[] = [];
    const note = (text: string) => {
      // Chromium's own words when a page leaves or shows before its view transition has begun: nothing of ours failed.
      if (/ViewTransition|^Transition was (aborted|skipped)/.test(text)) return;
      if (!expectedErrors?.test(text)) unexpected.push(text);
    };
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => note(error.message));
    await use(page);
    expect(unexpected, 'console errors nobody expected').toEqual([]);
  },
});

export { expect };
