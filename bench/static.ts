import { globSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, startNginx, startProduct } from './contestants.ts';
import { type Measured, measure } from './loopback-client.ts';
import { median } from './median.ts';
import { writeTable } from './performance-table.ts';
import { processorSeconds } from './processor-time.ts';

const rounds = 5;
const seconds = 3;
const connections = 64;

type Figures = Measured & { microseconds: number };

async function oneRound({ port, pid }: Contestant, path: string): Promise<Figures> {
  // Both have gzip; nginx as distributed has no Brotli.
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`;
  await measure({ port, request, connections, seconds: 0.5 });
  const before = processorSeconds(pid);
  const measured = await measure({ port, request, connections, seconds });
  const used = processorSeconds(pid) - before;
  return { ...measured, microseconds: (used * 1_000_000) / measured.answers };
}

function medians(figures: Figures[]): Figures {
  const of = (name: keyof Figures) => median(figures.map((round) => round[name]));
  return {
    answers: of('answers'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    microseconds: of('microseconds'),
  };
}

/** The heaviest hashed script: the file a first visit waits for longest. */
function hashedFile(): string {
  const scripts = globSync('dist/assets/*.js').toSorted((a, b) => statSync(b).size - statSync(a).size);
  if (!scripts[0]) throw new Error('There is nothing to serve: run "npm run build" first.');
  return scripts[0].slice('dist'.length).replaceAll('\\', '/');
}

async function compare(contestants: Contestant[], path: string): Promise<Map<Contestant, Figures>> {
  const figures = new Map<Contestant, Figures[]>(contestants.map((contestant) => [contestant, []]));
  // In turns, so that other load on the machine affects both alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) figures.get(contestant)?.push(await oneRound(contestant, path));
  }
  return new Map([...figures].map(([contestant, all]) => [contestant, medians(all)]));
}

function rows(what: string, results: Map<Contestant, Figures>): string[] {
  const nginx = [...results].find(([{ name }]) => name === 'nginx')?.[1];
  const ratio = (mine: number, theirs: number | undefined) => (theirs ? (mine / theirs).toFixed(2) : '–');
  return [...results].map(([{ name }, { perSecond, p99, microseconds }]) => {
    const cells = [
      what,
      name,
      Math.round(perSecond).toLocaleString('en-GB'),
      ratio(perSecond, nginx?.perSecond),
      `${p99.toFixed(1)} ms`,
      ratio(p99, nginx?.p99),
      `${microseconds.toFixed(1)} µs`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

if (process.platform !== 'linux') {
  throw new Error('This bench reads processor times from /proc, which only Linux has. Run it there.');
}
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
// nginx started by root answers as another user.
await chmod(folder, 0o755);
const nginx = await startNginx(folder);
if (!nginx) console.error('nginx is not installed here (or did not start): only this server is measured.');
const contestants = [...(nginx ? [nginx] : []), await startProduct(folder)];
try {
  const script = hashedFile();
  const table = [
    '| request | server | answers a second | to nginx | p99 | to nginx | processor time an answer |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows('`/`', await compare(contestants, '/')),
    ...rows('a hashed script', await compare(contestants, script)),
  ].join('\n');
  console.log(table);
  const day = new Date().toISOString().slice(0, 10);
  writeTable(
    'static',
    `Measured ${day} by \`npm run bench:static\` on ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}: ` +
      `medians of ${rounds} rounds of ${seconds} s, ${connections} connections on loopback, gzip, one process each. ` +
      `This server sends its security headers with each answer, nginx none.\n\n${table}`,
  );
} finally {
  await Promise.all(contestants.map(({ stop }) => stop()));
  await rm(folder, { recursive: true, force: true });
}
