import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  makeServerFolder,
  removeFolder,
  type ServerProcess,
  startServer,
} from '../tests/contract/start-server.ts';
import { startFronts } from '../tests/deploy/proxies.ts';
import { freePort } from '../tests/support/network.ts';
import { startPgBouncer } from '../tests/support/pgbouncer.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { openDatabase } from '../waitlist/list/open-list.ts';
import { emailOf, joinSteadily } from './open-loop.ts';
import { writeTable } from './performance-table.ts';
import { processorTimes } from './processor-time.ts';

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '5000' }, seconds: { type: 'string', default: '30' } },
});
const perSecond = Number(values.rate);
const seconds = Number(values.seconds);

/** Before that: programs that have just started are slow, and no launch begins at its full rate. */
const warmUpSeconds = 10;
/** From the kill to the start, as a supervisor waits. */
const restartAfterMs = 1000;
/** Connections of PgBouncer to PostgreSQL, for both servers together. */
const poolSize = 8;

const missing = (program: string) => new Error(`Install ${program}: on Debian, apt-get install ${program}.`);

const postgres = await startPostgres();
if (!postgres) throw missing('postgresql');
const databaseUrl = await postgres.createDatabase('launch');
const database = await openDatabase({ databaseUrl, queryTimeoutMs: 60_000 });
// Whoever expects such a launch lifts the breaker; visitors' own allowances stay.
await database.query("update waitlist.limits set most = 100000000 where name = 'global'");
const pooler = await startPgBouncer(databaseUrl, poolSize);
if (!pooler) throw missing('pgbouncer');

const folder = await makeServerFolder();
const ports = [await freePort(), await freePort()];
const start = (which: 0 | 1) =>
  startServer(folder, {
    PORT: String(ports[which]),
    DATABASE_URL: pooler.url,
    SITE_URL: 'https://localhost',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    // As the service keeps it (deploy/systemd/bukoor.service).
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  });
// Node writes the cache when a process exits: a service that is started again has been stopped before.
await (await start(0)).stop('SIGTERM');
const servers: [ServerProcess, ServerProcess] = [await start(0), await start(1)];
const front = await startFronts(ports, ['nginx']);
const [nginx] = front.fronts;
if (!nginx) throw missing('nginx');

/** Milliseconds from the first join. */
const moments = { killed: 0, back: 0 };

async function killOneAndStartItAgain(): Promise<void> {
  const begun = performance.now();
  await wait((warmUpSeconds / 2) * 1000);
  // In a launch PostgreSQL has statistics of the list (autovacuum, once a minute): without them a join costs it twice as much.
  await database.query('analyze');
  await wait(begun + (warmUpSeconds + seconds / 3) * 1000 - performance.now());
  moments.killed = performance.now() - begun;
  await servers[0].stop('SIGKILL');
  await wait(restartAfterMs);
  servers[0] = await start(0);
  if (!servers[0].url) throw new Error(`It did not start again:\n${servers[0].output()}`);
  moments.back = performance.now() - begun;
}

let killing: Promise<void> | undefined;
let before = new Map<string, number>();
const { latencies, errors, connections } = await joinSteadily(
  { port: nginx.port, ca: front.certificate, perSecond, seconds: warmUpSeconds + seconds },
  () => {
    before = processorTimes();
    killing = killOneAndStartItAgain();
  },
);
await killing;
const after = processorTimes();

const stored = new Set(
  (
    await database.query<{ email: string }>(
      "select email from waitlist.entries where email like '%@launch.example'",
    )
  ).map(({ email }) => email),
);
const acknowledged = [...latencies.keys()].filter((number) => !Number.isNaN(latencies[number]));
const lost = acknowledged.filter((number) => !stored.has(emailOf(number)));

await front.stop();
for (const server of servers) await server.stop('SIGTERM');
await database.close();
await pooler.stop();
await postgres.stop();
await removeFolder(folder);

function row(name: string, from: number, to: number): string {
  const part = [...latencies.slice(Math.ceil((from * perSecond) / 1000), Math.ceil((to * perSecond) / 1000))]
    .filter((latency) => !Number.isNaN(latency))
    .sort((one, other) => one - other);
  const at = (share: number) => (part[Math.floor((part.length - 1) * share)] ?? Number.NaN).toFixed(1);
  return `| ${name} | ${part.length.toLocaleString('en-GB')} | ${at(0.5)} ms | ${at(0.99)} ms | ${at(0.999)} ms | ${at(1)} ms |`;
}

const warm = warmUpSeconds * 1000;
const end = warm + seconds * 1000;
const table = `| joins due | acknowledged | half within | 99 % within | 99.9 % | slowest |
|---|---|---|---|---|---|
${row(`in ${seconds} seconds`, warm, end)}
${row('before the kill', warm, moments.killed)}
${row('from the kill to the end of the new start', moments.killed, moments.back)}
${row('after it', moments.back, end)}
${row(`in the ${warmUpSeconds} seconds before all that, everything just started`, 0, warm)}`;
const spent = [...after]
  .map(([name, ms]) => [name, ((ms - (before.get(name) ?? 0)) * 1000) / latencies.length] as const)
  .filter(([, microseconds]) => microseconds >= 1)
  .sort(([, one], [, other]) => other - one)
  .map(([name, microseconds]) => `${name} ${microseconds.toFixed(0)} µs`)
  .join(', ');
const summary = `${latencies.length.toLocaleString('en-GB')} joins due from ${connections.toLocaleString('en-GB')} addresses, ${acknowledged.length.toLocaleString('en-GB')} acknowledged; answered otherwise: ${[...errors].map(([what, many]) => `${what} ${many}`).join(', ') || 'none'}. ${stored.size.toLocaleString('en-GB')} are on the list; of the acknowledged ${lost.length} are missing. Killed after ${(moments.killed / 1000).toFixed(1)} s, ready again after ${(moments.back / 1000).toFixed(1)} s. Processor time a join: ${spent}.`;
console.log(`${table}\n\n${summary}`);
writeTable(
  'two-servers',
  `## Two servers (\`npm run bench:two-servers -- --rate ${perSecond} --seconds ${seconds}\`)

${new Date().toISOString().slice(0, 10)}, all on ${cpus().length} cores (${cpus()[0]?.model.trim()}): ${perSecond.toLocaleString('en-GB')} joins a second over TLS through nginx (deploy/nginx/bukoor.conf), two servers, PgBouncer in transaction mode with ${poolSize} connections, PostgreSQL with every commit forced to the disk; one server gets SIGKILL and is started again a second later. Each join's time counts from the moment it was due, not from when it was sent.

${table}

${summary}`,
);
if (lost.length > 0) process.exitCode = 1;
