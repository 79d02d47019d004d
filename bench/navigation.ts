import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
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
/** Milliseconds that the mouse rests on a link before the click; a moderate speculation rule needs 200. */
const rest = 300;

interface Way {
  name: string;
  /** The header of the site's answers to remove. */
  withheld?: string;
  /** Whether the browser says that it knows speculation rules, which app/start.ts asks. */
  knowsRules: boolean;
}

const ways: readonly Way[] = [
  { name: 'speculation rules', knowsRules: true },
  {
    name: 'prefetch on intent, where there are none',
    withheld: 'speculation-rules',
    knowsRules: false,
  },
  { name: 'neither', withheld: 'speculation-rules', knowsRules: true },
];

/** From the click on a link to the next page's first paint, in milliseconds. */
async function follow(browser: Browser, url: string, way: Way): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (!way.knowsRules) await page.addInitScript(() => (HTMLScriptElement.supports = () => false));
  await page.addInitScript(() => {
    addEventListener('click', () => sessionStorage.setItem('clicked', String(Date.now())), { capture: true });
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  const link = page.locator('.bar-links a[href="/pricing"]');
  await link.hover();
  await wait(rest);
  await link.click({ noWaitAfter: true });
  await page.waitForURL('**/pricing');
  const painted = await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint && performance.timeOrigin + paint.startTime - Number(sessionStorage.getItem('clicked'));
  });
  const took = Number(await painted.jsonValue());
  await context.close();
  return took;
}

const server = await startBuiltSite();
const proxies = await Promise.all(ways.map(({ withheld }) => startSlowProxy(server.url, delay, withheld)));
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const took: number[][] = ways.map(() => []);
  for (let time = 0; time < times; time += 1) {
    for (const [index, way] of ways.entries())
      took[index]?.push(await follow(browser, proxies[index]?.url ?? '', way));
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
      '| fetched ahead by | median | at most |',
      '|---|---|---|',
      ...rows,
    ].join('\n'),
  );
} finally {
  await browser.close();
  for (const proxy of proxies) await proxy.stop();
  await server.stop();
}
