import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { compileAnnouncement } from '../cli/announce/compile.ts';
import { site } from '../content/site.ts';
import { wordsFor } from '../mail/fill-emails.ts';
import type { ClaimedEmail } from '../mail/outbox.ts';
import { readTemplates } from '../mail/templates.ts';
import config from '../playwright.config.ts';

const folder = '.cache/emails';

/** An announcement with everything that one may contain, as `announce plan` reads it. */
const announcement = `---
subject: The beta is open
preheader: Thank you for waiting. Here is how to come in.
---
Assalamu alaikum,

the ${site.name} beta is **open**. [Come in](https://app.example.org/in?for={{email}}) as \`{{email}}\`

## What you will find

- Your day, planned around prayer
- A quiet reminder before each one

> Whatever is missing, tell us: that is what a beta is for.
`;

const token = '0123456789abcdef'.repeat(3);

const recipient: ClaimedEmail = {
  messageId: 'a',
  kind: 'asking',
  links: ['confirm', 'leave', 'not-me', 'place'],
  words: null,
  address: 'amina@example.org',
  source: 'Friend',
  consentedOn: '2026-11-22',
  tokens: { confirm: token, leave: token, 'not-me': token, place: token, change: token },
};

const pictures = [
  { name: 'day', width: 640, colorScheme: 'light' },
  { name: 'night', width: 640, colorScheme: 'dark' },
  { name: 'phone', width: 320, colorScheme: 'light' },
] as const;

async function writeAndPrint(name: string, write: (file: string) => Promise<unknown>): Promise<void> {
  const file = join(folder, name);
  await write(file);
  process.stdout.write(`${file}\n`);
}

// Every email as the build has rendered it: HTML, text, and pictures of the HTML.
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const templates = await readTemplates('dist');
  const written = compileAnnouncement('sample', announcement, templates.announcement);
  for (const [kind, template] of Object.entries({ ...templates, announcement: written })) {
    const { html, text } = wordsFor(template, recipient, { siteUrl: site.url });
    await writeAndPrint(`${kind}.html`, (file) => writeFile(file, html));
    await writeAndPrint(`${kind}.txt`, (file) => writeFile(file, text));
    for (const { name, width, colorScheme } of pictures) {
      const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme });
      await page.setContent(html);
      await writeAndPrint(`${kind}-${name}.png`, (path) => page.screenshot({ path, fullPage: true }));
      await page.close();
    }
  }
} finally {
  await browser.close();
}
