import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseOptions, withTimeout } from '../database/database.ts';
import { fillList } from '../tests/support/entries.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { makeServerFolder, removeFolder, startServer } from '../tests/support/start-server.ts';
import { openForServer } from '../waitlist/list/open-list.ts';
import { startCountingInbox } from './counting-inbox.ts';
import { measureCommand, peakMemoryOf } from './measured-command.ts';
import { startJoining } from './steady-joins.ts';
import { waitFigures } from './waits.ts';

/** How long the list is, and how many on it get the announcement; people join meanwhile. */
const entries = Number(process.argv[2] ?? 100_000);
const kinds = process.argv[3] ?? 'postgres,embedded';
const recipients = Number(process.argv[4] ?? entries);

const quietMs = 15_000;
const pacedMs = 20_000;

/** Runs every command of an announcement once, beside a server that people join, and measures these joins. */
async function announceBeside(kind: string, options: DatabaseOptions): Promise<void> {
  console.log(`\n${kind}, ${entries} entries, an announcement to ${recipients}, a join every 100 ms`);
  const database = await openForServer(withTimeout(options, 600_000));
  await fillList(database, entries);
  await database.query('update waitlist.entries set confirmed_at = clock_timestamp()');
  await database.query(
    "update waitlist.limits set most = 1000000000 where name in ('emails-an-hour', 'announcements-an-hour')",
  );
  await database.query('analyze');
  await database.close();
  const folder = await makeServerFolder();
  const inbox = await startCountingInbox();
  const settings = {
    DATA_DIR: options.dataDir ?? '',
    DATABASE_URL: options.databaseUrl ?? '',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@bench.example',
    SITE_URL: 'http://127.0.0.1:3000',
  };
  const server = await startServer(folder, { ...settings, TRUST_PROXY: '1', LOG_LEVEL: 'silent' });

  const measure = (...words: string[]) => measureCommand(folder, settings, ...words);
  const joining = startJoining(server.url);
  await wait(quietMs);
  joining.report('no announcement');
  const atStart = peakMemoryOf(server.child.pid);

  writeFileSync(join(folder, 'paced.md'), '---\nsubject: A note\n---\nSalam.\n');
  writeFileSync(join(folder, 'launch.md'), '---\nsubject: The beta is open\n---\nSalam.\n');
  await measure('announce', 'plan', 'paced.md');
  await measure('announce', 'test', 'paced', 'founder@bench.example');
  await measure('announce', 'send', 'paced', '--dry-run');
  joining.reset();
  await measure('announce', 'send', 'paced', '--yes', '--no-follow');
  await wait(pacedMs);
  joining.report('600 emails a minute');
  await measure('announce', 'pause', 'paced');
  await measure('announce', 'resume', 'paced', '--no-follow');
  await measure('announce', 'cancel', 'paced', '--yes');

  await measure('announce', 'plan', 'launch.md', '--rate', '900000000', '--first', String(recipients));
  await measure('announce', 'test', 'launch', 'founder@bench.example');
  joining.reset();
  const takenBefore = inbox.taken();
  const begun = performance.now();
  const sending = measure('announce', 'send', 'launch', '--yes', '--json');
  const peaks: number[] = [];
  const sampling = setInterval(() => peaks.push(peakMemoryOf(server.child.pid)), 1000);
  const { sent, uncertain, failed } = JSON.parse(await sending);
  clearInterval(sampling);
  const seconds = (performance.now() - begun) / 1000;
  joining.report('as fast as it goes');
  console.log(
    `sent ${sent}, uncertain ${uncertain}, failed ${failed}, ${Math.round(sent / seconds)} a second; the mail server took ${inbox.taken() - takenBefore}, emails that ask among them`,
  );
  const quarters = [0.25, 0.5, 0.75, 1].map((part) => peaks[Math.ceil(peaks.length * part) - 1]);
  console.log(
    `the server's peak of memory: ${atStart} MB before, ${quarters.join(', ')} MB after each quarter`,
  );
  await measure('announce', 'status');
  await joining.stop();
  const lateness = inbox.lateness(joining.answered);
  const { half, all } = waitFigures(lateness);
  console.log(
    `of ${joining.answered.size} who joined ${lateness.length} were asked by now, half within ${half} ms, the last after ${all} ms`,
  );
  await server.stop('SIGTERM');
  await inbox.stop();
  await removeFolder(folder);
}

const dataDir = join(import.meta.dirname, '../.cache/announce');
rmSync(dataDir, { recursive: true, force: true });
const postgres = kinds.includes('postgres') ? await startPostgres() : undefined;
if (postgres) {
  await announceBeside('PostgreSQL', { dataDir, databaseUrl: postgres.url });
  await postgres.stop();
}
if (kinds.includes('embedded')) await announceBeside('embedded', { dataDir });
rmSync(dataDir, { recursive: true, force: true });
