import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseOptions } from '../../database/database.ts';
import { openDatabase, openDatabaseForTools } from '../../database/open-database.ts';
import { joinBatch } from '../../waitlist/join.ts';
import { makeServerFolder, removeFolder, startServer } from '../contract/start-server.ts';
import { startPostgres } from '../support/postgres.ts';
import { startProcess } from '../support/processes.ts';
import { seededRandom } from '../support/random.ts';
import { startSmtpInbox } from '../support/smtp.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Welcomes and announces to everybody on a list, while the mail server rejects half of the tries and servers are killed.

const members = Number(process.env.MAIL_MEMBERS ?? 20_000);
/** How often a server (and the command that announces) is killed. */
const kills = Number(process.env.MAIL_KILLS ?? 10);
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
/** Arguments after `--` choose kinds of database and runs; without an argument of a group all of it is run. */
const words = process.argv.slice(2);
const chosenOf = <Name extends string>(names: readonly Name[]): readonly Name[] => {
  const named = names.filter((name) => words.includes(name));
  return named.length > 0 ? named : names;
};
const next = seededRandom(seed);
const random = () => next(1_000_000) / 1_000_000;
const addresses = Array.from({ length: members }, (_, number) => `m${number}@drill.example`);
const countOf = (wanted: (address: string) => boolean) => addresses.filter(wanted).length;

/** An SMTP server that rejects about half of the tries, at RCPT or after the message, and counts what it accepted. */
async function startFaultyInbox() {
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
  return { ...inbox, times: (address: string) => taken.get(address) ?? 0, counts };
}

/** Adds members by the function that decides every join, and raises limits for a mail server that rejects half of the tries. */
async function makeList(options: DatabaseOptions, areConfirmed: boolean): Promise<void> {
  const database = await openDatabase(options);
  await database.query(
    "update waitlist.limits set most = 1000000000 where name in ('global', 'busy', 'emails-an-hour', 'announcements-an-hour')",
  );
  await database.query("update waitlist.limits set most = 30, every = '5 ms' where name = 'email-tries'");
  for (let start = 0; start < members; start += 500) {
    const batch = addresses.slice(start, start + 500);
    const joins = batch.map((email) => ({ email, source: 'cta', client: null, network: null }));
    await joinBatch({ database, joins });
  }
  if (areConfirmed)
    await database.query(
      'with welcomed as (delete from waitlist.outbox) update waitlist.entries set confirmed_at = clock_timestamp()',
    );
  await database.close();
}

type Drill = Awaited<ReturnType<typeof startDrill>>;

/** Starts servers that send to the members of a list, and a faulty mail server. */
async function startDrill(database: DatabaseOptions) {
  const folder = await makeServerFolder();
  const inbox = await startFaultyInbox();
  const settings = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl ?? '',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@drill.example',
    SITE_URL: 'http://127.0.0.1:3000',
    LOG_LEVEL: 'silent',
  };
  const start = () => startServer(folder, settings);
  // Only one process can hold an embedded database, so the same server is killed each time.
  const servers = database.databaseUrl ? 2 : 1;
  const running = await Promise.all(Array.from({ length: servers }, start));
  return {
    database,
    folder,
    turnedAway: () => inbox.counts.turnedAway,
    /** How often the mail server has taken an email to an address. */
    times: inbox.times,
    /** Runs a command in the server's folder. */
    run: (...given: string[]) =>
      startProcess(process.execPath, [resolve('cli/index.ts'), ...given], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...settings },
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    /** Kills a server, and starts it again, each time that another part of the emails is out. */
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
    async stop() {
      await Promise.all(running.map((server) => server.stop('SIGKILL')));
      await inbox.stop();
      await removeFolder(folder);
    },
  };
}

async function welcome({ database, times, killed }: Drill) {
  await killed();
  const count = async () => {
    const list = await openDatabaseForTools(database);
    const [counts] = await list.query<{ open: number; repeats: number; failed: number }>(
      `select count(*) filter (where state in ('waiting', 'transmitting'))::int as open,
              coalesce(sum(repeats), 0)::int as repeats, count(*) filter (where state = 'failed')::int as failed
         from waitlist.outbox`,
    );
    await list.close();
    return counts ?? { open: 0, repeats: 0, failed: 0 };
  };
  let counts = await count();
  for (; counts.open > 0; counts = await count()) await wait(250);
  const once = countOf((address) => times(address) === 1);
  // A server was killed between the mail server's acceptance and the record of it.
  const twice = countOf((address) => times(address) === 2);
  const isRight = once + twice === members && counts.failed === 0 && twice <= counts.repeats;
  return { once, twice, ...counts, isRight };
}

async function announce({ times, run, folder, killed }: Drill) {
  await writeFile(join(folder, 'launch.md'), '---\nsubject: The beta is open\n---\nSalam.\n');
  await run('announce', 'plan', 'launch.md', '--rate', '900000000').closed;
  // The mail server may reject the preview as well.
  while ((await run('announce', 'test', 'launch', 'founder@desk.example').closed).code !== 0);
  const send = () => run('announce', 'send', 'launch', '--yes');
  let command = send();
  try {
    await killed(async () => {
      await command.stop('SIGKILL');
      command = send();
    });
    await command.closed;
  } finally {
    await command.stop('SIGKILL');
  }
  const answer = async (...words: string[]) => JSON.parse((await run(...words, '--json').closed).output);
  while ((await answer('announce', 'status', 'launch')).state !== 'done') await wait(500);
  const { failed } = await answer('announce', 'status', 'launch');
  const { messages } = await answer('outbox', 'list', '--state', 'uncertain', '--limit', String(members));
  const uncertain = new Set((messages as { email: string }[]).map(({ email }) => email));
  const twiceOrMore = countOf((address) => times(address) > 1);
  // Neither delivered nor named.
  const missing = countOf((address) => times(address) === 0 && !uncertain.has(address));
  const isRight = twiceOrMore + missing + failed === 0;
  return { twiceOrMore, uncertain: uncertain.size, missing, failed, isRight };
}

const folder = temporaryFolder();
const postgres = await startPostgres();
if (!postgres) throw new Error('This run needs PostgreSQL: apt-get install postgresql');
console.log(`TEST_SEED=${seed}`);
try {
  for (const kind of chosenOf(['postgres', 'embedded']))
    for (const run of chosenOf(['welcome', 'announce'])) {
      const database = {
        dataDir: join(folder.path, run),
        ...(kind === 'postgres' && { databaseUrl: await postgres.createDatabase(run) }),
      };
      await makeList(database, run === 'announce');
      const started = performance.now();
      const drill = await startDrill(database);
      try {
        const counts = await (run === 'welcome' ? welcome : announce)(drill);
        const seconds = Math.round((performance.now() - started) / 1000);
        console.log(kind, run, { members, kills, turnedAway: drill.turnedAway(), ...counts, seconds });
        if (!counts.isRight) process.exitCode = 1;
      } finally {
        await drill.stop();
      }
    }
} finally {
  await postgres.stop();
  folder.remove();
}
