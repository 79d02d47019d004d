import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { type BuiltSite, startBuiltSite } from '../support/built-site.ts';

interface JourneyFixtures {
  /** The console errors that a test expects; any other fails it. */
  expectedErrors: RegExp | undefined;
  page: Page;
}

interface WorkerFixtures {
  server: BuiltSite;
}

let visitors = 0;

/** An address of its own for each test (RFC 5737), so that one test's joins do not use up another's share. */
function newVisitorAddress(): string {
  visitors += 1;
  return `2001:db8:${(process.pid % 65_536).toString(16)}:${visitors.toString(16)}::1`;
}

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startBuiltSite({ TRUST_PROXY: '1' });
      await use(server);
      await server.stop();
    },
    // A first start makes a whole PostgreSQL; on a busy machine that takes its time.
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
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
