import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts';
import { makeServerFolder, removeFolder, startServer } from '../tests/contract/start-server.ts';
import { fillList } from '../tests/support/fill-list.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { startCountingInbox } from './counting-inbox.ts';
import { startJoining } from './steady-joins.ts';

/** How long the list is, and how many on it get the announcement; people join meanwhile. */
const entries = Number(process.argv[2] ?? 100_000);
const kinds = process.argv[3] ?? 'postgres,embedded';
const recipients = Number(process.argv[4] ?? entries);

const quietMs = 15_000;
const pacedMs = 20_000;

const printPeakMemory = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`;

/** The peak memory of a process in megabytes; only on Linux. */
const peakMemoryOf = (pid: number | undefined) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** Runs every command of an announcement once, beside a server that people join, and measures these joins. */
async function announceBeside(kind: string, options: DatabaseOptions): Promise<void> {
  console.log(`\n${kind}, ${entries} entries, an announcement to ${recipients}, a join every 100 ms`);
  const database = await openDatabase({ ...options, queryTimeoutMs: 600_000 });
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
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl ?? '',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@bench.example',
    SITE_URL: 'http://127.0.0.1:3000',
  };
  const server = await startServer(folder, { ...settings, TRUST_PROXY: '1', LOG_LEVEL: 'silent' });

  /** Runs a command; prints its seconds, its peak memory and its last message. Returns its output. */
  async function measure(...words: string[]): Promise<string> {
    const begun = performance.now();
    const child = spawn(process.execPath, ['--import', printPeakMemory, resolve('cli/index.ts'), ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const heard = { data: '', said: '' };
    child.stdout.on('data', (part) => {
      heard.data += part;
    });
    child.stderr.on('data', (part) => {
      heard.said += part;
    });
    const code = await new Promise((done) => child.once('close', done));
    const [, peak = '0'] = /peak (\d+)$/.exec(heard.said) ?? [];
    const sentence = heard.said
      .replace(/peak \d+$/, '')
      .trim()
      .split('\n')
      .at(-1);
    console.log(
      `${words.slice(0, 3).join(' ').padEnd(24)} ended ${code} ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s ${Math.round(Number(peak) / 1024)} MB  ${sentence}`,
    );
    return heard.data;
  }

  const joining = startJoining(server.url);
  await wait(quietMs);
  joining.report('no announcement');
  const atStart = peakMemoryOf(server.process.pid);

  writeFileSync(join(folder, 'paced.md'), '---\nsubject: A note\n---\nSalam.\n');
  writeFileSync(
    join(folder, 'launch.md'),
    '---\nsubject: The beta is open\n---\nSalam, your code is {{code}}.\n',
  );
  await measure('announce', 'plan', 'paced.md');
  await measure('announce', 'test', 'paced', 'founder@desk.example');
  await measure('announce', 'send', 'paced', '--dry-run');
  joining.reset();
  await measure('announce', 'send', 'paced', '--yes', '--no-follow');
  await wait(pacedMs);
  joining.report('600 emails a minute');
  await measure('announce', 'pause', 'paced');
  await measure('announce', 'resume', 'paced', '--no-follow');
  await measure('announce', 'cancel', 'paced', '--yes');

  await measure(
    'announce',
    'plan',
    'launch.md',
    '--invite',
    '--rate',
    '900000000',
    '--first',
    String(recipients),
  );
  await measure('announce', 'test', 'launch', 'founder@desk.example');
  joining.reset();
  const takenBefore = inbox.taken();
  const begun = performance.now();
  const sending = measure('announce', 'send', 'launch', '--yes', '--json');
  const peaks: number[] = [];
  const sampling = setInterval(() => peaks.push(peakMemoryOf(server.process.pid)), 1000);
  const { sent, uncertain, failed } = JSON.parse(await sending);
  clearInterval(sampling);
  const seconds = (performance.now() - begun) / 1000;
  joining.report('as fast as it goes');
  console.log(
    `sent ${sent}, uncertain ${uncertain}, failed ${failed}, ${Math.round(sent / seconds)} a second; the mail server took ${inbox.taken() - takenBefore}, welcomes among them`,
  );
  const quarters = [0.25, 0.5, 0.75, 1].map((part) => peaks[Math.ceil(peaks.length * part) - 1]);
  console.log(
    `the server's peak of memory: ${atStart} MB before, ${quarters.join(', ')} MB after each quarter`,
  );
  await measure('announce', 'status');
  await measure('invite', 'check', inbox.lastCode());
  await joining.stop();
  const lateness = inbox.lateness(joining.answered).sort((one, other) => one - other);
  console.log(
    `of ${joining.answered.size} who joined ${lateness.length} were welcomed by now, half within ${lateness[lateness.length >> 1]} ms, the last after ${lateness.at(-1)} ms`,
  );
  await server.end('SIGTERM');
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
