import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { makeServerFolder, removeFolder, startServer } from '../tests/contract/start-server.ts';
import { startPostgres, withClient } from '../tests/support/postgres.ts';
import { openDatabase } from '../waitlist/list/open-list.ts';
import { measureJoins } from './join-client.ts';
import { type Cost, costs, joinsAlone, joinsInBatches, type List } from './list-costs.ts';
import { fillLongList, fillTries } from './long-list.ts';
import { median } from './median.ts';
import { writeTable } from './performance-table.ts';

const shortListRows = 1000;
/** What costs more than this, compared with the short list, is named. */
const maxRatio = 1.5;
const rounds = 5;
const seconds = 3;
const clients = 64;
/** Until joins cost what they do in a launch: most pages of the long list's indexes have been written to since the checkpoint. */
const warmUpSeconds = 10;

/** For lists of millions (docs/operations.md, Sizing). */
const settings = ["max_wal_size = '8GB'", "checkpoint_timeout = '15min'"];

interface Place extends List {
  url: string;
}

/** Milliseconds of a unit on each list, in turn, so that other load on the machine affects both. */
async function measureCost(cost: Cost, lists: List[]): Promise<number[]> {
  const taken = lists.map((): number[] => []);
  for (let time = 0; time < cost.times; time += 1) {
    for (const [index, list] of lists.entries()) {
      let begun = 0;
      const units = await cost.once(list, () => {
        begun = performance.now();
      });
      taken[index]?.push((performance.now() - begun) / (units ?? 1));
    }
  }
  return taken.map(median);
}

/** Milliseconds between two joins of 64 clients over HTTP. */
async function measureOverHttp(places: Place[], folder: string): Promise<number[]> {
  const servers = [];
  try {
    for (const { url } of places) {
      servers.push(
        await startServer(folder, {
          DATA_DIR: folder,
          DATABASE_URL: url,
          TRUST_PROXY: '1',
          LOG_LEVEL: 'silent',
        }),
      );
    }
    const taken = servers.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, server] of servers.entries()) {
        const port = Number(new URL(server.url).port);
        if (round === 0) await measureJoins({ port, clients, seconds: warmUpSeconds });
        const { perSecond } = await measureJoins({ port, clients, seconds });
        taken[index]?.push(1000 / perSecond);
      }
    }
    return taken.map(median);
  } finally {
    for (const server of servers) await server.stop('SIGTERM');
  }
}

/** Seconds that a user waits for a whole command. */
async function secondsOfCommand(words: string[], { url }: Place): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['cli/index.ts', ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`);
  return (performance.now() - begun) / 1000;
}

async function fill(url: string, rows: number): Promise<Database> {
  const options = { databaseUrl: url, queryTimeoutMs: 600_000 };
  const database = await openDatabase(options);
  const begun = performance.now();
  await fillLongList(url, rows);
  await database.query("update waitlist.limits set most = 1000000000 where name not like 'email%'");
  console.log(
    `${rows.toLocaleString('en-GB')} people, filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
  return database;
}

/** Compares a list of `rows` people with one of a thousand, in one PostgreSQL and one run. Prints docs/performance.md's table. */
export async function compareLists(rows: number): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('Install PostgreSQL: on Debian, apt-get install postgresql.');
  const folder = await makeServerFolder();
  const places: Place[] = [];
  const table: string[] = [];
  const over: string[] = [];
  const say = (name: string, [short = 0, long = 0]: number[], unit: string, digits: number) => {
    const ratio = long / short;
    if (ratio > maxRatio) over.push(`${name} (${ratio.toFixed(2)})`);
    table.push(
      `| ${name} | ${short.toFixed(digits)} ${unit} | ${long.toFixed(digits)} ${unit} | ${ratio.toFixed(2)} |`,
    );
    console.log(table.at(-1));
  };
  try {
    await withClient(postgres.url, async (client) => {
      for (const setting of settings) await client.query(`alter system set ${setting}`);
      await client.query('select pg_reload_conf()');
    });
    for (const many of [shortListRows, rows]) {
      const url = await postgres.createDatabase(`people_${many}`);
      places.push({ url, rows: many, database: await fill(url, many) });
    }
    for (const { url, rows: many } of places) await fillTries(url, many);
    const [size] = (await places[1]?.database.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    )) ?? [{ size: '' }];
    for (const cost of costs) say(cost.name, await measureCost(cost, places), 'ms', 3);
    await places[0]?.database.query('checkpoint');
    say(
      `${joinsInBatches.name}, just after a checkpoint`,
      await measureCost({ ...joinsInBatches, times: 100 }, places),
      'ms',
      3,
    );
    say(`a join over HTTP, ${clients} clients`, await measureOverHttp(places, folder), 'ms', 3);
    for (const cost of [joinsInBatches, joinsAlone])
      say(`${cost.name}, later`, await measureCost(cost, places), 'ms', 3);
    const whole: string[] = [];
    for (const words of [
      ['stats'],
      ['export', '--out', join(folder, 'list.csv')],
      ['report', join(folder, 'report.html')],
    ]) {
      const taken: string[] = [];
      for (const place of places) taken.push((await secondsOfCommand(words, place)).toFixed(1));
      whole.push(`| \`${words[0]}\`, the whole command | ${taken[0]} s | ${taken[1]} s | |`);
      console.log(whole.at(-1));
    }
    console.log(over.length === 0 ? 'Nothing costs more than 1.5 times.' : `Over 1.5: ${over.join(', ')}`);
    writeTable(
      'ten-million',
      `## Ten million (\`npm run bench:join -- --rows ${rows}\`)

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), PostgreSQL with its own settings (128 MB of shared buffers, every commit forced to the disk) but for ${settings.join(', ').replaceAll("'", '')}, ${size?.size} on the disk. Two lists of ninety days in one cluster, measured in turn, medians.

| | ${shortListRows.toLocaleString('en-GB')} people | ${rows.toLocaleString('en-GB')} people | ratio |
|---|---|---|---|
${[...table, ...whole].join('\n')}

${over.length === 0 ? `Nothing costs more than ${maxRatio} times as much.` : `More than ${maxRatio} times: ${over.join(', ')}.`} \`export\` and \`report\` read everybody, and take as long as there are people.`,
    );
  } finally {
    for (const { database } of places) await database.close();
    await postgres.stop();
    await removeFolder(folder);
  }
}
