import { setTimeout as wait } from 'node:timers/promises';
import { CDPSessionEvent } from 'puppeteer-core';
import { launchChromium } from '../tests/browsers/puppeteer.ts';
import { startBuiltSite } from '../tests/support/built-site.ts';
import { startSlowProxy } from './long-line.ts';
import { median } from './median.ts';
import { writeTable } from './performance-table.ts';

/** How often each way is measured; the median is shown. */
const times = 20;
/** A phone's round trip in milliseconds (Lighthouse's slow 4G). */
const delay = 150;
/** Lighthouse's slow phone against its fast computer. */
const slowdown = 4;
/** Milliseconds that the page is left alone once it has loaded. */
const settled = 500;
/** Milliseconds that the mouse rests on a link before the click: as long as it takes to decide. A moderate rule needs 200. */
const rest = 1_500;

interface Way {
  name: string;
  /** The header of the site's answers to remove. */
  withheld?: string;
}

const ways: readonly Way[] = [
  { name: 'rendered ahead by speculation rules' },
  { name: 'not rendered ahead', withheld: 'speculation-rules' },
];

/** Asks until the answer is no longer null. */
async function until<Value>(ask: () => Promise<Value | null>): Promise<Value> {
  for (;;) {
    const found = await ask().catch(() => null);
    if (found !== null) return found;
    await wait(20);
  }
}

/** From the click on a link to the next page's first paint, in milliseconds. */
async function follow(url: string): Promise<number> {
  const { CHROMIUM_PATH } = process.env;
  const browser = await launchChromium({
    ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const session = await browser.target().createCDPSession();
  // The page that is rendered ahead is slowed too.
  session.connection()?.on(CDPSessionEvent.SessionAttached, (attached) => {
    attached.send('Emulation.setCPUThrottlingRate', { rate: slowdown }).catch(() => {});
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url);
  await wait(settled);
  await page.evaluate(() => {
    const note = () => sessionStorage.setItem('clicked', String(Date.now()));
    addEventListener('click', note, { capture: true });
  });
  await page.hover('.bar-links a[href="/pricing"]');
  await wait(rest);
  await page.mouse.down();
  await page.mouse.up();
  const took = await until(() =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const clicked = Number(sessionStorage.getItem('clicked'));
      const isThere = location.pathname === '/pricing' && paint;
      return isThere ? performance.timeOrigin + paint.startTime - clicked : null;
    }),
  );
  await browser.close();
  return took;
}

const server = await startBuiltSite();
const proxies = await Promise.all(ways.map(({ withheld }) => startSlowProxy(server.url, delay, withheld)));
try {
  const took: number[][] = ways.map(() => []);
  for (let time = 0; time < times; time += 1) {
    for (const [index] of ways.entries()) took[index]?.push(await follow(proxies[index]?.url ?? ''));
  }
  const rows = ways.map(({ name }, index) => {
    const all = took[index] ?? [];
    return `| ${name} | ${Math.round(median(all))} ms | ${Math.round(Math.max(...all))} ms |`;
  });
  console.log(rows.join('\n'));
  writeTable(
    'navigation',
    [
      '## From page to page',
      '',
      `From the click on a link of the bar to the first paint of the next page, in Chromium (\`npm run bench:navigation\`, ${new Date().toISOString().slice(0, 10)}: ${times} of each in turn, the mouse rests ${rest} ms on the link, each answer takes ${delay} ms, processor slowed ${slowdown} times; the shared files are in the cache).`,
      '',
      '| the next page is | median | at most |',
      '|---|---|---|',
      ...rows,
    ].join('\n'),
  );
} finally {
  for (const proxy of proxies) await proxy.stop();
  await server.stop();
}
