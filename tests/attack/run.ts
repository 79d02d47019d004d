import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openForCommand } from '../../waitlist/list/open-list.ts';
import { run } from '../support/machine.ts';
import { startPostgres } from '../support/postgres.ts';
import { postJoin, type ServerProcess, startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Flood, FloodReport } from './flood.ts';

interface Attack {
  name: string;
  sends: Omit<Flood, 'url'>;
  /** For how long visitors come after it, so that its after-effects are measured. */
  afterMs: number;
  /** Whether as many of the attackers got in as should. */
  isAsMeant(report: FloodReport): boolean;
}

/**
 * Keeps the breaker of all joins open, at six times what it lets through, and below the limits of each client and network in
 * that time. At most 30,000 get in, and 500 a second.
 */
const flood: Attack = {
  name: '500 IPv4 networks flood, half of it invalid',
  sends: { seconds: 75, connections: 64, requests: 1_000_000, perSecond: 3000, networks: 500, invalid: true },
  afterMs: 2000,
  isAsMeant: ({ firstRefused, joined }) => firstRefused > 0 && joined < 70_000,
};

const people = 30_000;

/** No attack: three times the people of ten very good minutes, each from their own network. Within a minute their tries are swept. */
const crowd: Attack = {
  name: '30,000 honest people in two minutes',
  sends: { seconds: 150, connections: 32, requests: people, perSecond: 250, networks: people },
  afterMs: 70_000,
  isAsMeant: ({ joined }) => joined === people,
};

/** A page or a join of an honest visitor; the status is 0 where no answer came. */
async function visitOf(email: string, answering: Promise<Response>) {
  const [at, start] = [Date.now(), performance.now()];
  const answer = await answering.catch(() => undefined);
  const said = await answer?.text().catch(() => undefined);
  return {
    email,
    at,
    ms: performance.now() - start,
    status: said === undefined ? 0 : answer?.status,
    joined: said?.includes('"success":true') === true,
  };
}

type Visit = Awaited<ReturnType<typeof visitOf>>;

/** Lets visitors come, each for a page and a join; the returned function ends this and resolves to all their visits. */
function startVisitors(server: ServerProcess) {
  const pages: Promise<Visit>[] = [];
  const joins: Promise<Visit>[] = [];
  // At fixed intervals, not after the last answer: a server that hangs must not get fewer requests.
  const coming = setInterval(() => {
    const visitor = joins.length;
    const email = `v${visitor}@visitor.example`;
    // Each from a network of its own: alternately a new IPv4 /16 and a new IPv6 /32.
    const from =
      visitor % 2 === 0 ? `${11 + (visitor >> 8)}.${visitor & 255}.7.9` : `2a00:${visitor.toString(16)}:1::9`;
    const signal = AbortSignal.timeout(30_000);
    pages.push(visitOf(email, fetch(server.url, { signal })));
    joins.push(visitOf(email, postJoin(server, email, { 'x-forwarded-for': from }, signal)));
  }, 200);
  return async () => {
    clearInterval(coming);
    return { pages: await Promise.all(pages), joins: await Promise.all(joins) };
  };
}

const slowest = (visits: Visit[]) => Math.max(0, ...visits.map(({ ms }) => ms));

/**
 * Starts the server on the built site with an empty list, lets the attackers (a process of the lowest priority: real ones bring
 * their own processors) and visitors come, and prints a row of docs/performance.md.
 * @param databaseUrl of a PostgreSQL for the list; without it the embedded database has it
 */
async function underAttack({ name, sends, afterMs, isAsMeant }: Attack, databaseUrl = '') {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const settings = { LOG_LEVEL: 'error', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TRUST_PROXY: '1' };
  const server = await startServer(resolve('.'), settings);
  if (!server.url) throw new Error(`The server did not start. It said:\n${server.output()}`);
  const database = await openForCommand({ dataDir, databaseUrl });
  const { pid } = server.child;
  // proc_pid_clear_refs(5): 5 resets the peak. Creating the database briefly takes more memory than anything that follows.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');

  const endVisitors = startVisitors(server);
  await wait(2000);
  const options: Flood = { ...sends, url: server.url };
  const attacker = [process.execPath, 'tests/attack/flood.ts', JSON.stringify(options)];
  const report: FloodReport = JSON.parse(await run('nice', ['-n', '19', ...attacker]));
  await wait(afterMs);
  const { pages, joins } = await endVisitors();

  if (server.hasEnded()) throw new Error(`The server ended. It said:\n${server.output()}`);
  // proc_pid_status(5): the peak in KiB.
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const megabytes = (Number(peak) * 1024) / 1_000_000;
  const counted = joins.filter(({ at }) => at >= report.firstRefused);
  // None counted is 0: then nothing was shown.
  const share = counted.filter(({ joined }) => joined).length / Math.max(1, counted.length);
  const rows = await database.query<{ email: string }>(
    "select email from waitlist.entries where email like '%@visitor.example'",
  );
  const stored = new Set(rows.map(({ email }) => email));
  await database.close();
  const broken = Object.entries({
    'the attackers did not get in as they should': !isAsMeant(report) || report.wrong > 0,
    'a visitor was answered wrongly': [...pages, ...joins].some(({ status }) => status !== 200),
    'a visitor was told the opposite of what is stored': joins.some(
      ({ status, email, joined }) => status === 200 && joined !== stored.has(email),
    ),
    'a page took over 300 ms': slowest(pages) > 300,
    'a join took over 2 s': slowest(joins) > 2000,
    'too few visitors got in': share < 0.9,
    'memory over 500 MB': !(megabytes <= 500),
    'SIGTERM did not end it with 0': (await server.stop('SIGTERM')) !== 0,
  }).flatMap(([what, isSo]) => (isSo ? [what] : []));
  folder.remove();
  const cells = [
    name,
    databaseUrl ? 'PostgreSQL' : 'embedded',
    `${(share * 100).toFixed(0)} %`,
    `${slowest(pages).toFixed(0)} ms`,
    `${slowest(joins).toFixed(0)} ms`,
    `${megabytes.toFixed(0)} MB`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  if (broken.length === 0) return;
  console.error('BROKEN:', broken, report);
  process.exitCode = 1;
}

console.log('| attack | database | got in | worst page | worst join | memory |\n|---|---|---|---|---|---|');
const postgres = await startPostgres();
try {
  await underAttack(flood);
  await underAttack(crowd);
  if (postgres) await underAttack(flood, await postgres.createDatabase('attacked'));
} finally {
  await postgres?.stop();
}
