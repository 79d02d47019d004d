import { cpus } from 'node:os';
import { join } from 'node:path';
import type { DatabaseOptions } from '../database/database.ts';
import {
  makeServerFolder,
  removeFolder,
  type ServerProcess,
  startServer,
} from '../tests/contract/start-server.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { openDatabase } from '../waitlist/list/open-list.ts';
import { type JoinFigures, measureJoins } from './join-client.ts';
import { measureGrowth } from './join-growth.ts';
import { median } from './median.ts';
import { writeTable } from './performance-table.ts';
import { pgbenchJoins } from './pgbench.ts';

const rounds = 3;
const seconds = 3;
const clientCounts = [16, 64, 256];

/** The limits are data; a bench joins far more often than they allow. */
async function liftLimits(options: DatabaseOptions): Promise<void> {
  const database = await openDatabase(options);
  await database.query('update waitlist.limits set most = 1000000000');
  await database.close();
}

async function start(folder: string, options: DatabaseOptions): Promise<ServerProcess> {
  await liftLimits(options);
  const server = await startServer(folder, {
    DATA_DIR: options.dataDir ?? '',
    DATABASE_URL: options.databaseUrl ?? '',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  });
  if (!server.url) throw new Error(`The server did not start:\n${server.output()}`);
  return server;
}

const rate = (perSecond: number) => Math.round(perSecond).toLocaleString('en-GB');

function row(clients: number, name: string, figures: JoinFigures[], yardstick: number[]): string {
  // The parts of a round follow directly, so that other load on the machine affects both: ratios are taken round by round.
  const ratios = figures.map(({ perSecond }, round) => perSecond / (yardstick[round] ?? Number.NaN));
  const of = (name: keyof JoinFigures) => median(figures.map((figure) => figure[name]));
  return `| ${clients} | ${name} | ${rate(of('perSecond'))} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}) | ${of('p50').toFixed(1)} ms | ${of('p99').toFixed(1)} ms |`;
}

/**
 * Measures joins a second on both databases against pgbench, and what a join costs as the list grows.
 * Prints docs/performance.md's table.
 */
export async function compareServers(): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres)
    throw new Error('The bench compares with pgbench: install PostgreSQL with its client programs.');
  const folder = await makeServerFolder();
  const places = {
    'this server, PostgreSQL': { dataDir: folder, databaseUrl: await postgres.createDatabase('joins') },
    'this server, embedded': { dataDir: join(folder, 'embedded') },
  };
  const table = [
    '| clients | way | joins a second | to pgbench (range of rounds) | p50 | p99 |',
    '|---|---|---|---|---|---|',
  ];
  const growth = [
    '| stored | PostgreSQL | to the smallest | embedded | to the smallest |',
    '|---|---|---|---|---|',
  ];
  const servers: [string, ServerProcess][] = [];
  try {
    for (const [name, options] of Object.entries(places)) {
      servers.push([name, await start(folder, options)]);
    }
    const bench = {
      binaries: postgres.binaries,
      folder,
      url: places['this server, PostgreSQL'].databaseUrl,
      seconds,
    };
    for (const clients of clientCounts) {
      const yardstick: number[] = [];
      const figures = new Map<string, JoinFigures[]>(servers.map(([name]) => [name, []]));
      for (let round = 0; round < rounds; round += 1) {
        yardstick.push(await pgbenchJoins({ ...bench, clients }));
        for (const [name, server] of servers) {
          const port = Number(new URL(server.url).port);
          if (round === 0) await measureJoins({ port, clients, seconds: 1 });
          figures.get(name)?.push(await measureJoins({ port, clients, seconds }));
        }
      }
      table.push(`| ${clients} | pgbench, a call a join | ${rate(median(yardstick))} | 1.00 | | |`);
      for (const [name] of servers) table.push(row(clients, name, figures.get(name) ?? [], yardstick));
      console.log(table.slice(-3).join('\n'));
    }
    for (const [, server] of servers) await server.stop('SIGTERM');

    const onPostgres = await measureGrowth({
      dataDir: folder,
      databaseUrl: await postgres.createDatabase('growth'),
      // A checkpoint after a million rows takes longer than a visitor waits.
      queryTimeoutMs: 60_000,
    });
    const onEmbedded = await measureGrowth({ dataDir: join(folder, 'growth') });
    for (const [index, { rows, microseconds }] of onPostgres.entries()) {
      const embedded = onEmbedded[index]?.microseconds ?? 0;
      const first = [onPostgres[0]?.microseconds ?? 0, onEmbedded[0]?.microseconds ?? 0] as const;
      growth.push(
        `| ${rows.toLocaleString('en-GB')} | ${microseconds.toFixed(1)} µs a join | ${(microseconds / first[0]).toFixed(2)} | ${embedded.toFixed(1)} µs a join | ${(embedded / first[1]).toFixed(2)} |`,
      );
    }
    console.log(growth.join('\n'));
  } finally {
    for (const [, server] of servers) await server.stop('SIGKILL');
    await postgres.stop();
    await removeFolder(folder);
  }
  writeTable(
    'join',
    `## Joins (\`npm run bench:join\`)

${cpus().length} cores (${cpus()[0]?.model.trim()}), client, server and PostgreSQL on the same machine, over loopback; ${rounds} rounds of ${seconds} s each way in turns, medians.
The yardstick is pgbench calling the same SQL function once a join. Every write is forced to the disk, on both databases.

${table.join('\n')}

What a join costs in a batch of 64, on one connection, when so many are stored already:

${growth.join('\n')}`,
  );
}
