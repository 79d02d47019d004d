import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { screens } from '../app/routes.ts';
import { startBuiltSite } from '../tests/support/built-site.ts';
import { type Figures, measure, medians } from './lighthouse-figures.ts';
import { serveFolder } from './serve-folder.ts';
import { headlineReadable } from './slow-line.ts';
import { startChromium } from './start-chromium.ts';

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
const browser = await startChromium();
try {
  console.log(
    '| page | performance / accessibility / best practices / SEO | LCP | Speed Index | TBT | main thread (script / style and layout / paint) | CLS | bytes | headline on slow 3G |',
  );
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
      console.log(row(name, figures, await headlineReadable(browser, url)));
    }
  }
  const otherwise = await measure(server.url + missing, auditsOfFoundPages);
  console.log(
    `Lighthouse's benchmark index: ${Math.round(Math.min(...speeds))} to ${Math.round(Math.max(...speeds))}`,
  );
  console.log(`The 404 page without the audits that a 404 page has to fail: ${scores(otherwise)}`);
} finally {
  await browser.close();
  for (const { stop } of beside) await stop();
  await server.stop();
}
