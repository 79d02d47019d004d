import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseOptions } from '../../database/database.ts';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { joinBatch } from '../../waitlist/join.ts';
import { makeServerFolder, removeFolder, type ServerProcess, startServer } from '../contract/start-server.ts';
import { startFaultyInbox } from './faulty-inbox.ts';

export interface DrillOptions {
  database: DatabaseOptions;
  members: number;
  kills: number;
  /** How many servers share the outbox: an embedded database has one. */
  servers: number;
  random: () => number;
}

export interface DrillCounts {
  members: number;
  kills: number;
  turnedAway: number;
  once: number;
  /** Delivered twice, because a server was killed between the mail server's acceptance and the record of it. */
  twice: number;
  more: number;
  none: number;
  /** Sent again because it was uncertain whether the first try was delivered. */
  repeats: number;
  failed: number;
  seconds: number;
}

export async function withList<Result>(
  options: DatabaseOptions,
  work: (database: Awaited<ReturnType<typeof openDatabaseForTools>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabaseForTools(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The addresses of that many members. */
export const membersOf = (members: number) =>
  Array.from({ length: members }, (_, number) => `m${number}@drill.example`);

const unknown = { client: null, network: null };

/** Adds members by the function that decides every join, and raises limits for a mail server that rejects half of the tries. */
export async function prepare(options: DatabaseOptions, addresses: string[]): Promise<void> {
  await withList(options, async (database) => {
    await database.query(
      "update waitlist.limits set most = 1000000000 where name in ('global', 'busy', 'emails-an-hour', 'announcements-an-hour')",
    );
    await database.query(
      "update waitlist.limits set most = 30, every = '5 milliseconds' where name = 'email-tries'",
    );
    for (let start = 0; start < addresses.length; start += 500) {
      const joins = addresses
        .slice(start, start + 500)
        .map((email) => ({ email, source: 'cta', ...unknown }));
      await joinBatch({ database, joins });
    }
  });
}

interface OutboxCounts {
  open: number;
  repeats: number;
  failed: number;
}

async function countOutbox(options: DatabaseOptions): Promise<OutboxCounts | undefined> {
  return withList(options, async (database) => {
    const [counts] = await database.query<OutboxCounts>(
      `select count(*) filter (where state in ('waiting', 'transmitting'))::int as open,
              coalesce(sum(repeats), 0)::int as repeats,
              count(*) filter (where state = 'failed')::int as failed
         from waitlist.outbox`,
    );
    return counts;
  });
}

/** Welcomes everybody while the mail server rejects half of the tries and servers are killed meanwhile. */
export async function drill({
  database,
  members,
  kills,
  servers,
  random,
}: DrillOptions): Promise<DrillCounts> {
  const started = performance.now();
  const folder = await makeServerFolder();
  const inbox = await startFaultyInbox(random);
  const start = () =>
    startServer(folder, {
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl ?? '',
      SMTP_URL: inbox.url,
      MAIL_FROM: 'salam@drill.example',
      SITE_URL: 'http://127.0.0.1:3000',
      LOG_LEVEL: 'silent',
    });
  const running: ServerProcess[] = [];
  try {
    // The first start makes the list.
    await (await start()).stop('SIGTERM');
    const addresses = membersOf(members);
    await prepare(database, addresses);
    for (let number = 0; number < servers; number += 1) running.push(await start());
    for (let kill = 1; kill <= kills; kill += 1) {
      await inbox.delivered(Math.floor((members * (kill - random())) / (kills + 1)));
      const victim = kill % servers;
      await running[victim]?.stop('SIGKILL');
      running[victim] = await start();
    }
    let counts = await countOutbox(database);
    while (counts && counts.open > 0) {
      await wait(250);
      counts = await countOutbox(database);
    }
    const times = addresses.map((address) => inbox.taken.get(address) ?? 0);
    const many = (wanted: (number: number) => boolean) => times.filter(wanted).length;
    return {
      members,
      kills,
      turnedAway: inbox.turnedAway(),
      once: many((number) => number === 1),
      twice: many((number) => number === 2),
      more: many((number) => number > 2),
      none: many((number) => number === 0),
      repeats: counts?.repeats ?? 0,
      failed: counts?.failed ?? 0,
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    await Promise.all(running.map((server) => server.stop('SIGKILL')));
    await inbox.stop();
    await removeFolder(folder);
  }
}
