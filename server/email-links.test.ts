import { expect, test } from 'vitest';
import { createEmailLinks } from './email-links.ts';
import type { Site } from './pages/site.ts';
import type { Logger } from './responses.ts';

test('however many links are followed at once, the database is asked for one at a time', async () => {
  let atOnce = 0;
  let most = 0;
  const links = createEmailLinks({
    async followLink() {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return false;
    },
    site: { answer: () => ({ body: new Uint8Array(), headers: {} }) } as unknown as Site,
    log: {} as Logger,
  });
  const press = () => links.request('/waitlist/leave?t=guess', { method: 'POST' });
  const answers = await Promise.all(Array.from({ length: 20 }, press));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 404));
  expect(most).toBe(1);
});
