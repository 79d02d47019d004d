import { join } from 'node:path';
import type { DatabaseOptions } from '../database/database.ts';
import { liftLimits } from '../tests/support/entries.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import {
  makeServerFolder,
  removeFolder,
  type ServerProcess,
  startServer,
} from '../tests/support/start-server.ts';
import { type JoinFigures, measureJoins } from './join-client.ts';
import { measureGrowth } from './join-growth.ts';
import { median } from './median.ts';
import { pgbenchJoins } from './pgbench.ts';

const rounds = 3;
const seconds = 3;
const clientCounts = [16, 64, 256];

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
  const medianOf = (figure: keyof JoinFigures) => median(figures.map((round) => round[figure]));
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const cells = [
    clients,
    name,
    rate(medianOf('perSecond')),
    `${median(ratios).toFixed(2)} (${range})`,
    `${medianOf('half').toFixed(1)} ms`,
    `${medianOf('nearlyAll').toFixed(1)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}

// Joins a second on both databases beside pgbench, then what a join costs as the list grows. Prints docs/performance.md's rows.
const postgres = await startPostgres();
if (!postgres)
  throw new Error('The bench compares with pgbench: install PostgreSQL with its client programs.');
const folder = await makeServerFolder();
const databaseUrl = await postgres.createDatabase('joins');
const servers: { name: string; server: ServerProcess }[] = [];
try {
  servers.push({ name: 'PostgreSQL', server: await start(folder, { databaseUrl }) });
  servers.push({ name: 'embedded', server: await start(folder, { dataDir: join(folder, 'embedded') }) });

  console.log('| clients | way | joins a second | to pgbench (range of rounds) | p50 | p99 |');
  for (const clients of clientCounts) {
    const yardstick: number[] = [];
    const figures = new Map<string, JoinFigures[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      yardstick.push(
        await pgbenchJoins({ binaries: postgres.binaries, folder, url: databaseUrl, clients, seconds }),
      );
      for (const { name, server } of servers) {
        const port = Number(new URL(server.url).port);
        if (round === 0) await measureJoins({ port, clients, seconds: 1 });
        figures.get(name)?.push(await measureJoins({ port, clients, seconds }));
      }
    }
    console.log(`| ${clients} | pgbench, a call a join | ${rate(median(yardstick))} | 1.00 | | |`);
    for (const { name } of servers) console.log(row(clients, name, figures.get(name) ?? [], yardstick));
  }
  for (const { server } of servers) await server.stop('SIGTERM');

  const lists: { name: string; options: DatabaseOptions }[] = [
    {
      name: 'PostgreSQL',
      options: {
        databaseUrl: await postgres.createDatabase('growth'),
        // A checkpoint after a million rows takes longer than a visitor waits.
        queryTimeoutMs: 60_000,
      },
    },
    { name: 'embedded', options: { dataDir: join(folder, 'growth') } },
  ];
  console.log('\n| database | stored | a join in a batch of 64 | to the smallest |');
  for (const { name, options } of lists) {
    const growth = await measureGrowth(options);
    const smallest = growth[0]?.microseconds ?? Number.NaN;
    for (const { rows, microseconds } of growth)
      console.log(
        `| ${name} | ${rows.toLocaleString('en-GB')} | ${microseconds.toFixed(1)} µs | ${(microseconds / smallest).toFixed(2)} |`,
      );
  }
} finally {
  for (const { server } of servers) await server.stop('SIGKILL');
  await postgres.stop();
  await removeFolder(folder);
}
