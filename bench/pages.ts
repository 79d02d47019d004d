import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { screens } from '../app/routes.ts';
import { startBuiltSite } from '../tests/support/built-site.ts';
import { type Figures, measure, medians } from './lighthouse-figures.ts';
import { writeTable } from './performance-table.ts';
import { serveFolder } from './serve-folder.ts';
import { headlineReadable } from './slow-line.ts';

const missing = '/no-such-page';

/** The eight screens and the ninth, at an address that does not exist. */
const paths = [...screens.map(({ path }) => path), missing];

/** The audits that the 404 page fails by being one: its status, its place in searches, its line in the console. */
const auditsOfFoundPages = ['http-status-code', 'is-crawlable', 'errors-in-console'];

/** Measures pages in turn, so that the machine's slower hours affect all alike; returns the medians. */
async function mediansInTurn(urls: string[], runs: number): Promise<Figures[]> {
  const measured: Figures[][] = urls.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, url] of urls.entries()) measured[index]?.push(await measure(url));
  }
  return measured.map(medians);
}

const scores = ({ performance, accessibility, bestPractices, seo }: Figures): string =>
  `${performance} / ${accessibility} / ${bestPractices} / ${seo}`;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

function row(name: string, figures: Figures, readable: number): string {
  const { lcp, speedIndex, tbt, cls, bytes, work, script, layout, paint } = figures;
  const cells = [
    name,
    scores(figures),
    seconds(lcp),
    seconds(speedIndex),
    `${Math.round(tbt)} ms`,
    `${seconds(work)} (${[script, layout, paint].map(Math.round).join(' / ')} ms)`,
    cls.toFixed(3),
    `${(bytes / 1000).toFixed(1)} kB`,
    seconds(readable),
  ];
  return `| ${cells.join(' | ')} |`;
}

const { values } = parseArgs({
  // Lighthouse's own advice for a steady figure: the median of five.
  options: { beside: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const runs = Number(values.runs);
const server = await startBuiltSite();
/** Another build and this one, served by the same plain server, so that only the files differ. */
const beside =
  values.beside === undefined
    ? []
    : await Promise.all(
        ['dist', values.beside].map(async (folder) => ({
          name: folder === 'dist' ? 'plain server' : `${basename(folder)}, plain server`,
          folder,
          ...(await serveFolder(folder)),
        })),
      );
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const rows: string[] = [];
  const speeds: number[] = [];
  for (const path of paths) {
    const isInBoth = beside.every(({ folder }) => existsSync(join(folder, path, 'index.html')));
    const pages = [
      { name: path, url: server.url + path },
      ...(isInBoth ? beside.map(({ name, url }) => ({ name: `${path}, ${name}`, url: url + path })) : []),
    ];
    const measured = await mediansInTurn(
      pages.map(({ url }) => url),
      runs,
    );
    for (const [index, { name, url }] of pages.entries()) {
      const figures = measured[index];
      if (!figures) continue;
      speeds.push(figures.benchmarkIndex);
      rows.push(row(name, figures, await headlineReadable(browser, url)));
      console.log(rows.at(-1));
    }
  }
  const otherwise = await measure(server.url + missing, auditsOfFoundPages);
  const date = new Date().toISOString().slice(0, 10);
  writeTable(
    'pages',
    [
      '## Pages',
      '',
      `Lighthouse, mobile, simulated throttling, a browser of its own for each run, median of ${runs} (\`npm run bench:pages\`, ${date}, ${cpus().length} cores ${cpus()[0]?.model}; Lighthouse's benchmark index from page to page ${Math.round(Math.min(...speeds))} to ${Math.round(Math.max(...speeds))}).`,
      '',
      '| page | performance / accessibility / best practices / SEO | LCP | Speed Index | TBT | main thread (script / style and layout / paint) | CLS | bytes | readable on slow 3G |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows,
      '',
      'The last column is a real browser on a line of 400 kbit/s and 400 ms, with the processor slowed 6 times: when the headline is drawn, median of 3.',
      '',
      `The last row is the 404 page, measured in spite of its status. It loses points in three audits, for what it has to do ([specification](specification.md#screens)): answer with 404, stay out of searches, write the missed path to the console. Without these three it has ${scores(otherwise)}.`,
    ].join('\n'),
  );
} finally {
  await browser.close();
  for (const { stop } of beside) await stop();
  await server.stop();
}
