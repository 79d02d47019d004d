import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres, withClient } from '../support/postgres.ts';
import { type FloodOptions, type FloodReport, flood } from './flood.ts';
import { type Attack, underAttack, unless } from './under-attack.ts';

if (process.platform !== 'linux')
  throw new Error('The attacks read memory from /proc, which only Linux has. Run them there.');

const pace: Omit<FloodOptions, 'url' | 'seconds' | 'name'> = {
  ...{ connections: 32, requests: 1_000_000, perSecond: 1000 },
  ...{ form: 'ipv4', networks: 1, clients: 1, invalid: false },
};

const counted = ({ joined, refused, invalid, unavailable, cut }: FloodReport) =>
  `${joined} joined, ${refused} refused, ${invalid} invalid, ${unavailable} answered 503, ${cut} cut off`;

const answeredWrongly = ({ unavailable, others }: FloodReport) =>
  unless(unavailable + others === 0, `${unavailable} answers 503, ${others} of another status`);

/**
 * Keeps the breaker of all joins open from 500 networks, at six times what it lets through, and below the limits of each client
 * and network in that time; every second try has an invalid address.
 */
const breaker = (form: FloodOptions['form'], name: string): Attack => ({
  name,
  visitorsBy: 'header',
  async run({ url }) {
    const report = await flood({
      ...{ ...pace, url, name: 'b', seconds: 75, connections: 64, perSecond: 3000 },
      ...{ form, networks: 500, clients: 6, invalid: true },
    });
    const { firstRefused } = report;
    return {
      requests: report.sent,
      broken: [
        ...unless(firstRefused !== undefined, 'the breaker was never open, so this run shows nothing'),
        ...answeredWrongly(report),
      ],
      note: counted(report),
      shareFrom: firstRefused,
    };
  },
});

/** Thousands of connections from one address to a server without a proxy. */
const oneAddress: Attack = {
  name: 'one address, many connections',
  visitorsBy: 'socket',
  async run({ url }) {
    const report = await flood({ ...pace, url, name: 'o', seconds: 30, connections: 2000, perSecond: 5000 });
    return { requests: report.sent, broken: answeredWrongly(report), note: counted(report) };
  },
};

const people = 30_000;

/** No attack: three times the people of ten very good minutes come within two, each from their own network; then a sweep. */
const crowd: Attack = {
  name: 'crowd of honest people',
  visitorsBy: 'header',
  async run({ url }) {
    const report = await flood({
      ...{ ...pace, url, name: 'c', seconds: 150, requests: people, perSecond: 250, networks: people },
    });
    // Includes the minute in which the last of their tries are swept.
    await wait(70_000);
    return {
      requests: report.sent,
      broken: unless(report.joined === people, `${people - report.joined} of ${people} did not get in`),
      note: `slowest join ${report.slowest.toFixed(0)} ms`,
    };
  },
};

/** A join has to be answered 503 within this time: the visitor's browser waits ten seconds. */
const answerMs = 8000;

/** A lock of 30 s on the table of entries, as of somebody who alters it by hand, while a hundred connections try to join. */
const lockedTable: Attack = {
  name: 'locked table',
  visitorsBy: 'header',
  async run({ url, options, query }) {
    const lockedAt = Date.now();
    const lock = withClient(options.databaseUrl ?? '', async (operator) => {
      await operator.query('begin; lock table waitlist.entries in access exclusive mode');
      await wait(30_000);
      await operator.query('rollback');
    });
    const readiness = async () =>
      (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMs) }).catch(() => undefined))
        ?.status;
    const joins = flood({
      ...{ ...pace, url, name: 's', seconds: 25, connections: 100 },
      ...{ requests: 2500, perSecond: 100, networks: 10_000 },
    });
    await wait(lockedAt + 20_000 - Date.now());
    const whileLocked = await readiness();
    const report = await joins;
    await lock;
    // A refused join whose statement is still running would be stored now.
    await wait(10_000);
    const [row] = await query<{ stored: number }>(
      "select count(*)::integer as stored from waitlist.entries where email like 's%@attack.example'",
    );
    return {
      requests: report.sent,
      broken: [
        ...unless(whileLocked === 503, `/readyz said ${whileLocked} while the table was locked`),
        ...unless((await readiness()) === 200, '/readyz did not recover'),
        ...unless(report.slowest <= answerMs, `an answer came after ${(report.slowest / 1000).toFixed(1)} s`),
        ...unless(report.cut + report.others === 0, `${report.cut + report.others} joins answered wrongly`),
        ...unless(row?.stored === report.joined, `${report.joined} acknowledged, ${row?.stored} stored`),
      ],
      note: `${counted(report)}, slowest ${(report.slowest / 1000).toFixed(1)} s`,
    };
  },
  unavailableWithinMs: answerMs,
};

const everywhere = [
  breaker('ipv4', 'breaker, 500 IPv4 networks'),
  breaker('ipv6', 'breaker, 500 /48s of one IPv6 /32'),
  ...[oneAddress, crowd],
];
const attacks = { embedded: everywhere, postgres: [...everywhere, lockedTable] };
const kinds = ['embedded', 'postgres'] as const;

// On a signal it must exit by process.exit: its servers are killed by listeners of 'exit'.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

// Arguments choose databases by their kind, and attacks by a part of their name.
const words = process.argv.slice(2);
const chosenKinds = kinds.filter((kind) => words.includes(kind));
const names = words.filter((word) => !kinds.some((kind) => kind === word));

const postgres = await startPostgres();
const outcomes: Awaited<ReturnType<typeof underAttack>>[] = [];
try {
  for (const kind of chosenKinds.length > 0 ? chosenKinds : kinds) {
    if (kind === 'postgres' && !postgres) continue;
    for (const attack of attacks[kind]) {
      if (names.length > 0 && !names.some((name) => attack.name.includes(name))) continue;
      console.log(`${new Date().toISOString().slice(11, 19)} ${attack.name}, ${kind} …`);
      const place = kind === 'postgres' ? postgres : undefined;
      const outcome = await underAttack(attack, place, `attack_${outcomes.length}`);
      outcomes.push(outcome);
      console.log(`${outcome.row}\n  ${outcome.note}`);
    }
  }
} finally {
  await postgres?.stop();
}
console.log(`
${cpus().length} cores ${cpus()[0]?.model ?? ''}; attackers run beside the server at the lowest priority.

| attack | database | requests | visitors | got in | worst page | worst join | memory | |
|---|---|---|---|---|---|---|---|---|
${outcomes.map(({ row }) => row).join('\n')}`);
process.exit(outcomes.length > 0 && outcomes.every(({ held }) => held) ? 0 : 1);
