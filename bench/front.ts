import { cpus } from 'node:os';
import { startFronts } from '../tests/deploy/proxies.ts';
import { startBuiltSite } from '../tests/support/built-site.ts';
import { type Figures, measure, medians } from './lighthouse-figures.ts';
import { writeTable } from './performance-table.ts';

/** Runs of Lighthouse for each way. */
const runs = 3;

interface Way {
  name: string;
  url: string;
  figures: Figures[];
}

function row({ name, figures }: Way): string {
  const { performance, lcp, tbt, cls, speedIndex, bytes } = medians(figures);
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
  const cells = [
    name,
    performance,
    seconds(lcp),
    seconds(speedIndex),
    `${Math.round(tbt)} ms`,
    cls.toFixed(3),
    `${(bytes / 1000).toFixed(1)} kB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A busy machine may keep a browser from drawing anything in time: then it is measured once more, with a message. */
const measureWithRetry = (url: string): Promise<Figures> =>
  measure(url).catch((error: Error) => {
    console.error(`${error.message}: once more …`);
    return measure(url);
  });

const server = await startBuiltSite({ TRUST_PROXY: '1', SITE_URL: 'https://localhost' });
const { fronts, stop } = await startFronts([Number(new URL(server.url).port)]);
try {
  const ways: Way[] = [
    { name: 'plain HTTP/1.1, this server', url: server.url, figures: [] },
    ...fronts.map(({ name, url }) => ({ name: `${name}, HTTPS and HTTP/2`, url, figures: [] })),
  ];
  // In turns, so that other load on the machine affects all alike.
  for (let run = 0; run < runs; run += 1)
    for (const { url, figures } of ways) figures.push(await measureWithRetry(`${url}/`));
  const speeds = ways.flatMap(({ figures }) => figures.map(({ benchmarkIndex }) => benchmarkIndex));
  const table = [
    '## `/` behind a proxy',
    '',
    `Lighthouse, mobile, simulated throttling, a browser of its own for each run, in turns, medians of ${runs} (\`npm run bench:front\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores ${cpus()[0]?.model}; benchmark index ${Math.round(Math.min(...speeds))} to ${Math.round(Math.max(...speeds))}).`,
    '',
    '| way | performance | LCP | Speed Index | TBT | CLS | bytes |',
    '|---|---|---|---|---|---|---|',
    ...ways.map(row),
  ].join('\n');
  console.log(table);
  writeTable('front', table);
} finally {
  await stop();
  await server.stop();
}
