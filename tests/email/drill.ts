import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { joinBatch } from '../../waitlist/join.ts';
import { makeServerFolder, removeFolder, startServer } from '../contract/start-server.ts';
import { startSmtpInbox } from '../support/smtp.ts';

export interface DrillOptions {
  database: DatabaseOptions;
  members: number;
  /** How often a server (and the command that announces) is killed. */
  kills: number;
  /** How many servers share the outbox: an embedded database has one. */
  servers: number;
  random: () => number;
}

/** An SMTP server that rejects about half of the tries, at RCPT or after the message, and counts what it accepted. */
async function startFaultyInbox(random: () => number) {
  const later = () => Object.assign(new Error('Later.'), { responseCode: 451 });
  const taken = new Map<string, number>();
  const counts = { delivered: 0, turnedAway: 0 };
  const turnsAway = () => {
    const fails = random() < 0.3;
    counts.turnedAway += Number(fails);
    return fails;
  };
  const inbox = await startSmtpInbox({
    maxClients: 1000,
    onRcptTo: (_address, _session, done) => done(turnsAway() ? later() : null),
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        if (turnsAway()) return done(later());
        const to = envelope.rcptTo[0]?.address ?? '';
        taken.set(to, (taken.get(to) ?? 0) + 1);
        counts.delivered += 1;
        done();
      });
    },
  });
  return { ...inbox, taken, counts };
}

async function withList<Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabaseForTools(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Adds members by the function that decides every join, and raises limits for a mail server that rejects half of the tries. */
async function prepare(database: Database, addresses: string[]): Promise<void> {
  await database.query(
    "update waitlist.limits set most = 1000000000 where name in ('global', 'busy', 'emails-an-hour', 'announcements-an-hour')",
  );
  await database.query(
    "update waitlist.limits set most = 30, every = '5 milliseconds' where name = 'email-tries'",
  );
  for (let start = 0; start < addresses.length; start += 500) {
    const batch = addresses.slice(start, start + 500);
    const joins = batch.map((email) => ({ email, source: 'cta', client: null, network: null }));
    await joinBatch({ database, joins });
  }
}

/**
 * A list of so many members, servers that send to them, and a faulty mail server; `work` is done between start and clean-up.
 * Its `killed` kills a server, and starts it again, each time that another part of the emails is out.
 */
async function withDrill<Counts>(
  { database, members, kills, servers, random }: DrillOptions,
  work: (drill: {
    addresses: string[];
    times: (address: string) => number;
    folder: string;
    settings: Record<string, string>;
    killed: (alsoThen?: () => Promise<void>) => Promise<void>;
  }) => Promise<Counts>,
  readied: (list: Database) => Promise<unknown> = async () => {},
) {
  const started = performance.now();
  const folder = await makeServerFolder();
  const inbox = await startFaultyInbox(random);
  const settings = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl ?? '',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@drill.example',
    SITE_URL: 'http://127.0.0.1:3000',
    LOG_LEVEL: 'silent',
  };
  const start = () => startServer(folder, settings);
  const addresses = Array.from({ length: members }, (_, number) => `m${number}@drill.example`);
  // The first start makes the list.
  const running = [await start()];
  try {
    await running.pop()?.stop('SIGTERM');
    await withList(database, async (list) => {
      await prepare(list, addresses);
      await readied(list);
    });
    for (let number = 0; number < servers; number += 1) running.push(await start());
    const counts = await work({
      addresses,
      folder,
      settings,
      times: (address) => inbox.taken.get(address) ?? 0,
      async killed(alsoThen = async () => {}) {
        for (let kill = 1; kill <= kills; kill += 1) {
          const delivered = Math.floor((members * (kill - random())) / (kills + 1));
          while (inbox.counts.delivered < delivered) await wait(5);
          const victim = kill % servers;
          await running[victim]?.stop('SIGKILL');
          running[victim] = await start();
          await alsoThen();
        }
      },
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    return { members, kills, turnedAway: inbox.counts.turnedAway, ...counts, seconds };
  } finally {
    await Promise.all(running.map((server) => server.stop('SIGKILL')));
    await inbox.stop();
    await removeFolder(folder);
  }
}

interface OutboxCounts {
  open: number;
  /** Sent again because it was uncertain whether the first try was delivered. */
  repeats: number;
  failed: number;
}

/** Welcomes everybody while the mail server rejects half of the tries and servers are killed meanwhile. */
export const welcomeDrill = (options: DrillOptions) =>
  withDrill(options, async ({ addresses, times, killed }) => {
    await killed();
    const count = () =>
      withList(options.database, async (list) => {
        const [counts] = await list.query<OutboxCounts>(
          `select count(*) filter (where state in ('waiting', 'transmitting'))::int as open,
                  coalesce(sum(repeats), 0)::int as repeats, count(*) filter (where state = 'failed')::int as failed
             from waitlist.outbox`,
        );
        return counts as OutboxCounts;
      });
    let counts = await count();
    while (counts.open > 0) {
      await wait(250);
      counts = await count();
    }
    const many = (wanted: (number: number) => boolean) => addresses.map(times).filter(wanted).length;
    return {
      once: many((number) => number === 1),
      // A server was killed between the mail server's acceptance and the record of it.
      twice: many((number) => number === 2),
      more: many((number) => number > 2),
      none: many((number) => number === 0),
      repeats: counts.repeats,
      failed: counts.failed,
    };
  });

/** Announces to everybody while the mail server rejects half of the tries, and servers and the command are killed meanwhile. */
export const announceDrill = (options: DrillOptions) =>
  withDrill(
    options,
    async ({ addresses, times, folder, settings, killed }) => {
      /** Runs a command as its user does, in the server's folder. */
      const announce = (...words: string[]): ChildProcess =>
        spawn(process.execPath, [resolve('cli/index.ts'), 'announce', ...words], {
          cwd: folder,
          env: { PATH: process.env.PATH, ...settings },
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      await writeFile(join(folder, 'launch.md'), '---\nsubject: The beta is open\n---\nSalam.\n');
      await outputOf(announce('plan', 'launch.md', '--rate', '900000000'));
      // The mail server may reject the preview as well.
      while ((await outputOf(announce('test', 'launch', 'founder@desk.example'))).code !== 0);
      const send = () => announce('send', 'launch', '--yes');
      let command = send();
      try {
        await killed(async () => {
          await kill(command);
          command = send();
        });
        await once(command, 'close');
      } finally {
        await kill(command);
      }
      const status = async (...more: string[]) =>
        JSON.parse((await outputOf(announce('status', 'launch', '--json', ...more))).out);
      while ((await status()).state !== 'done') await wait(500);
      const { failed } = await status();
      const listed: { email: string }[] = await status('email', '--uncertain');
      const uncertain = new Set(listed.map(({ email }) => email));
      const many = (wanted: (address: string) => boolean) => addresses.filter(wanted).length;
      return {
        once: many((address) => times(address) === 1),
        twiceOrMore: many((address) => times(address) > 1),
        uncertain: uncertain.size,
        uncertainArrived: many((address) => uncertain.has(address) && times(address) === 1),
        // Neither delivered nor named.
        missing: many((address) => times(address) === 0 && !uncertain.has(address)),
        failed: failed as number,
      };
    },
    (list) =>
      list.query(
        'with welcomed as (delete from waitlist.outbox) update waitlist.entries set confirmed_at = clock_timestamp()',
      ),
  );

async function outputOf(child: ChildProcess): Promise<{ code: number | null; out: string }> {
  let out = '';
  child.stdout?.on('data', (part) => {
    out += part;
  });
  await once(child, 'close');
  return { code: child.exitCode, out };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
}
