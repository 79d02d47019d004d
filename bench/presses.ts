import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { startBuiltSite } from '../tests/support/built-site.ts';
import { median } from './median.ts';
import { serveFolder } from './serve-folder.ts';
import { startChromium } from './start-chromium.ts';

/** How often each press is measured; the median is shown. */
const presses = 20;
/** Lighthouse's slow phone against its fast computer. */
const slowdown = 4;
/** A phone's width, and tall enough for every control to be in view, because a scroll would start React. */
const phone = { width: 412, height: 2000 };

interface Press {
  name: string;
  path: string;
  /** What is pressed. */
  control: string;
  /** What is there once the press is answered. */
  answer: string;
}

const measuredPresses: readonly Press[] = [
  {
    name: 'Join Waitlist',
    path: '/',
    control: '.site-bar [data-join]',
    answer: 'dialog[open] input',
  },
  { name: 'the menu', path: '/', control: '.site-bar .menu-button', answer: 'dialog[open] nav' },
  {
    name: 'a chip',
    path: '/blog',
    control: '[data-chips] button:nth-child(2)',
    answer: '[data-category][hidden]',
  },
  {
    name: 'a quarter',
    path: '/roadmap',
    control: '[role=tab]:nth-child(3)',
    answer: '[role=tab]:nth-child(3)[aria-selected="true"]',
  },
];

interface Answered {
  /** From pointerdown to the frame that shows the answer, in milliseconds. */
  shown: number;
  /** Chromium's own Interaction to Next Paint, in milliseconds. */
  inp: number;
}

/** Runs in the page, from its beginning. */
function watchPress(answer: string): void {
  const answered: Partial<Answered> = {};
  Object.assign(window, { answered });
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      const look = () => {
        const isThere = document.querySelector(answer) !== null;
        requestAnimationFrame((drawn) => {
          if (isThere) answered.shown = drawn - timeStamp;
          else look();
        });
      };
      look();
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) answered.inp = Math.max(duration, answered.inp ?? 0);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Waits until everything has arrived that the page requests by itself. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForLoadState('networkidle');
}

async function measure(browser: Browser, url: string, press: Press): Promise<Answered> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watchPress, press.answer);
  await page.goto(url + press.path);
  await untilLoaded(page);
  const box = await page.locator(press.control).boundingBox();
  if (!box) throw new Error(`${press.control} is not to be seen on ${press.path}.`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const found = await page.waitForFunction(() => {
    const { answered } = window as unknown as { answered: Partial<Answered> };
    return answered.shown !== undefined && answered.inp !== undefined && (answered as Answered);
  });
  const answered = await found.jsonValue();
  await context.close();
  return answered as Answered;
}

/**
 * One row: a press on this site, or on the build that it is compared with. “Answered” is the time from pointerdown to the
 * frame that shows the answer. INP is Chromium's own Interaction to Next Paint, which ends at the next frame, whatever it shows.
 */
function row(name: string, answers: Answered[]): string {
  const shown = answers.map((answer) => answer.shown);
  const cells = [
    name,
    `${Math.round(median(shown))} ms`,
    `${Math.round(Math.max(...shown))} ms`,
    `${Math.round(median(answers.map(({ inp }) => inp)))} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** In turn, so that the machine's slower hours affect both alike. */
async function measureInTurn(browser: Browser, urls: string[], press: Press): Promise<Answered[][]> {
  const answers: Answered[][] = urls.map(() => []);
  for (let time = 0; time < presses; time += 1) {
    for (const [index, url] of urls.entries()) answers[index]?.push(await measure(browser, url, press));
  }
  return answers;
}

const { values } = parseArgs({ options: { beside: { type: 'string' } } });
const server = await startBuiltSite();
const other = values.beside === undefined ? undefined : await serveFolder(values.beside);
const browser = await startChromium();
try {
  console.log('| pressed | answered, median | at most | INP, median |');
  for (const press of measuredPresses) {
    const urls = other ? [server.url, other.url] : [server.url];
    const [own = [], compared] = await measureInTurn(browser, urls, press);
    console.log(row(press.name, own));
    if (compared) console.log(row(`${press.name}, in ${values.beside}`, compared));
  }
} finally {
  await browser.close();
  await other?.stop();
  await server.stop();
}
