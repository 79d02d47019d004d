import { cpus } from 'node:os';
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { screens } from '../app/routes.ts';
import { startBuiltSite } from '../tests/support/built-site.ts';
import { writeTable } from './performance-table.ts';
import { headlineReadable } from './slow-line.ts';

/** Lighthouse's own advice for a steady figure: the median of five. */
const runs = 5;

interface Figures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcp: number;
  tbt: number;
  cls: number;
  bytes: number;
  /** Lighthouse's own measure of how fast the machine was just then. */
  benchmarkIndex: number;
}

const missing = '/no-such-page';

/** The eight screens and the ninth, at an address that does not exist. */
const paths = [...screens.map(({ path }) => path), missing];

/** What asks that a page be found, of the one that says it is not: its status, its place in searches, its line in the console. */
const auditsOfFoundPages = ['http-status-code', 'is-crawlable', 'errors-in-console'];

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(url: string, port: number, skipAudits: string[] = []): Promise<Figures> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    formFactor: 'mobile',
    ignoreStatusCode: true,
    skipAudits,
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories, audits, environment } = result.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? 0;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    benchmarkIndex: environment.benchmarkIndex,
  };
}

function medians(measured: Figures[]): Figures {
  const of = (name: keyof Figures) => median(measured.map((figures) => figures[name]));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    seo: of('seo'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    cls: of('cls'),
    bytes: of('bytes'),
    benchmarkIndex: of('benchmarkIndex'),
  };
}

const scores = ({ performance, accessibility, bestPractices, seo }: Figures): string =>
  `${performance} / ${accessibility} / ${bestPractices} / ${seo}`;

function row(path: string, figures: Figures, readable: number): string {
  const { lcp, tbt, cls, bytes } = figures;
  const cells = [
    scores(figures),
    `${(lcp / 1000).toFixed(2)} s`,
    `${Math.round(tbt)} ms`,
    cls.toFixed(3),
    `${(bytes / 1000).toFixed(1)} kB`,
    `${(readable / 1000).toFixed(2)} s`,
  ];
  return `| ${path} | ${cells.join(' | ')} |`;
}

const server = await startBuiltSite();
// Lighthouse's own launcher keeps a window open. In Playwright's browser every measured page is a window of its own, and
// Chromium builds two pages of its address bar beside it, on the same processor.
const chrome = await launch({
  ...(process.env.CHROMIUM_PATH ? { chromePath: process.env.CHROMIUM_PATH } : {}),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
});
const browser = await chromium.connectOverCDP(`http://localhost:${chrome.port}`);
try {
  const rows: string[] = [];
  const speeds: number[] = [];
  for (const path of paths) {
    const measured: Figures[] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measure(server.url + path, chrome.port));
    const figures = medians(measured);
    speeds.push(figures.benchmarkIndex);
    rows.push(row(path, figures, await headlineReadable(browser, server.url + path)));
    console.log(rows.at(-1));
  }
  const otherwise = await measure(server.url + missing, chrome.port, auditsOfFoundPages);
  const date = new Date().toISOString().slice(0, 10);
  writeTable(
    'pages',
    [
      '## Pages',
      '',
      `Lighthouse, mobile, simulated throttling, median of ${runs} (\`npm run bench:pages\`, ${date}, ${cpus().length} cores ${cpus()[0]?.model}; Lighthouse's benchmark index from page to page ${Math.round(Math.min(...speeds))} to ${Math.round(Math.max(...speeds))}).`,
      '',
      '| page | performance / accessibility / best practices / SEO | LCP | TBT | CLS | bytes | readable on slow 3G |',
      '|---|---|---|---|---|---|---|',
      ...rows,
      '',
      'The last column is a real browser on a line of 400 kbit/s and 400 ms, with the processor slowed 6 times: when the headline is drawn, median of 3.',
      '',
      `The last row is the 404 page, measured in spite of its status. It loses points in three audits, for what it has to do ([specification](specification.md#screens)): answer with 404, stay out of searches, write the missed path to the console. Without these three it has ${scores(otherwise)}.`,
    ].join('\n'),
  );
} finally {
  await browser.close();
  chrome.kill();
  await server.stop();
}
