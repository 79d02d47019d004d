import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseOptions } from '../../database/database.ts';
import { joinBatch } from '../../waitlist/join.ts';
import { openForCommand, openForServer } from '../../waitlist/list/open-list.ts';
import { startPostgres } from '../support/postgres.ts';
import { startProcess } from '../support/processes.ts';
import { seededRandom } from '../support/random.ts';
import { startSmtpInbox } from '../support/smtp.ts';
import { makeServerFolder, removeFolder, startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Sends the email that asks, or an announcement, to everybody on a list, while the mail server rejects half of the tries and servers are killed.

const people = Number(process.env.MAIL_PEOPLE ?? 20_000);
/** How often a server (and the command that announces) is killed. */
const kills = Number(process.env.MAIL_KILLS ?? 10);
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
const random = seededRandom(seed);
const addresses = Array.from({ length: people }, (_, number) => `m${number}@drill.example`);
const countOf = (wanted: (address: string) => boolean) => addresses.filter(wanted).length;

/** Adds people by the function that decides every join, and raises limits for a mail server that rejects half of the tries. */
async function makeList(options: DatabaseOptions, areConfirmed: boolean): Promise<void> {
  const database = await openForServer(options);
  await database.query(
    "update waitlist.limits set most = 1000000000 where name in ('global', 'asking-emails-an-hour', 'emails-an-hour', 'announcements-an-hour')",
  );
  await database.query("update waitlist.limits set most = 30, every = '5 ms' where name = 'email-tries'");
  for (let start = 0; start < people; start += 500) {
    const batch = addresses.slice(start, start + 500);
    const joins = batch.map((email) => ({ email, source: 'cta', clientHash: null, networkHash: null }));
    await joinBatch({ database, joins });
  }
  if (areConfirmed)
    await database.query(
      'with asked as (delete from waitlist.outbox) update waitlist.entries set confirmed_at = clock_timestamp()',
    );
  await database.close();
}

type Drill = Awaited<ReturnType<typeof startDrill>>;

/** Starts servers that send to the people of a list, and a mail server that rejects half of the tries, at RCPT or after the message. */
async function startDrill(options: DatabaseOptions) {
  const folder = await makeServerFolder();
  const taken = new Map<string, number>();
  const rejectionOrNone = () =>
    random(10) < 3 ? Object.assign(new Error('Later.'), { responseCode: 451 }) : undefined;
  const inbox = await startSmtpInbox({
    maxClients: 1000,
    onRcptTo: (_address, _session, done) => done(rejectionOrNone()),
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        const rejection = rejectionOrNone();
        const to = envelope.rcptTo[0]?.address ?? '';
        if (!rejection) taken.set(to, (taken.get(to) ?? 0) + 1);
        done(rejection);
      });
    },
  });
  const settings = {
    DATA_DIR: options.dataDir ?? '',
    DATABASE_URL: options.databaseUrl ?? '',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@drill.example',
    SITE_URL: 'http://127.0.0.1:3000',
    LOG_LEVEL: 'silent',
  };
  const start = () => startServer(folder, settings);
  // Only one process can hold an embedded database, so the same server is killed each time.
  const servers = options.databaseUrl ? 2 : 1;
  const running = await Promise.all(Array.from({ length: servers }, start));
  return {
    options,
    folder,
    /** How often the mail server has taken an email to an address. */
    times: (address: string) => taken.get(address) ?? 0,
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
        const reached = (people * (kill - random(1000) / 1000)) / (kills + 1);
        while (taken.size < reached) await wait(5);
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

async function ask({ options, times, killed }: Drill) {
  await killed();
  const database = await openForCommand(options);
  const count = async (what: string) =>
    (
      await database.query<{ count: number }>(
        `select (${what})::int as count from waitlist.outbox where kind = 'asking'`,
      )
    )[0]?.count;
  while (await count('count(*) filter (where is_open)')) await wait(250);
  const failed = await count("count(*) filter (where state = 'failed')");
  const repeats = (await count('sum(repeats)')) ?? 0;
  await database.close();
  const once = countOf((address) => times(address) === 1);
  // A server was killed between the mail server's acceptance and the record of it.
  const twice = countOf((address) => times(address) === 2);
  const isRight = once + twice === people && failed === 0 && twice <= repeats;
  return { once, twice, repeats, failed, isRight };
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
  const { messages } = await answer('outbox', 'list', '--state', 'uncertain', '--limit', String(people));
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
  for (const kind of ['postgres', 'embedded'])
    for (const run of [ask, announce]) {
      const options = {
        dataDir: join(folder.path, run.name),
        ...(kind === 'postgres' && { databaseUrl: await postgres.createDatabase(run.name) }),
      };
      await makeList(options, run === announce);
      const drill = await startDrill(options);
      try {
        const counts = await run(drill);
        console.log(kind, run.name, { people, kills, ...counts });
        if (!counts.isRight) process.exitCode = 1;
      } finally {
        await drill.stop();
      }
    }
} finally {
  await postgres.stop();
  folder.remove();
}
