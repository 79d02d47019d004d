import { join } from 'node:path';
import type { DatabaseOptions } from '../../database/database.ts';
import { makeServerFolder, removeFolder, startServer } from '../contract/start-server.ts';
import { startPostgres } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { startSmtpInbox } from '../support/smtp.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { announceDrill, welcomeDrill } from './drill.ts';

const members = Number(process.env.MAIL_MEMBERS ?? 20_000);
const kills = Number(process.env.MAIL_KILLS ?? 10);
const guesses = Number(process.env.MAIL_GUESSES ?? 100_000);
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
/** Arguments after `--` choose kinds of database and runs; without an argument of a group all of it is run. */
const words = process.argv.slice(2);
const chosenOf = <Name extends string>(names: readonly Name[]): readonly Name[] => {
  const named = names.filter((name) => words.includes(name));
  return named.length > 0 ? named : names;
};
const runs = chosenOf(['welcome', 'announce', 'fuzz'] as const);

const next = seededRandom(seed);
const random = () => next(1_000_000) / 1_000_000;
const folder = temporaryFolder();
const postgres = await startPostgres();
if (!postgres) throw new Error('This run needs PostgreSQL: apt-get install postgresql');
console.log(`TEST_SEED=${seed}`);
try {
  for (const kind of chosenOf(['postgres', 'embedded'] as const)) {
    // Only one process can hold an embedded database, so the same server is killed each time.
    const servers = kind === 'postgres' ? 2 : 1;
    const place = async (name: string) => ({
      dataDir: join(folder.path, name),
      ...(kind === 'postgres' && { databaseUrl: await postgres.createDatabase(name) }),
    });
    if (runs.includes('welcome')) {
      const counts = await welcomeDrill({
        database: await place('welcome'),
        servers,
        members,
        kills,
        random,
      });
      console.log(kind, 'welcome', counts);
      const { once, twice, none, more, failed, repeats } = counts;
      if (once + twice !== members || none + more + failed > 0 || twice > repeats) process.exitCode = 1;
    }
    if (runs.includes('announce')) {
      const counts = await announceDrill({
        database: await place('announce'),
        servers,
        members,
        kills,
        random,
      });
      console.log(kind, 'announce', counts);
      const { twiceOrMore, missing, failed } = counts;
      if (twiceOrMore + missing + failed > 0) process.exitCode = 1;
    }
  }
  if (runs.includes('fuzz')) {
    const counts = await fuzzTokens({ dataDir: join(folder.path, 'fuzz') }, guesses);
    console.log('fuzz', counts);
    // With more than one answer a guesser learns something.
    if (counts.differentAnswers !== 1 || !counts.stillOnTheList) process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  folder.remove();
}

/** A random token of the right form, a truncated one, one that differs in a single character, or random bytes. */
function guess(number: number, real: string): string {
  const randomBytes = (count: number) => Buffer.from(Array.from({ length: count }, () => random() * 256));
  if (number % 4 === 0) return randomBytes(18).toString('base64url');
  if (number % 4 === 1) return real.slice(0, number % 24);
  if (number % 4 === 2) {
    const at = number % 24;
    return `${real.slice(0, at)}${real[at] === '_' ? '-' : '_'}${real.slice(at + 1)}`;
  }
  return encodeURIComponent(randomBytes(number % 40).toString('latin1'));
}

/** Guesses the links of somebody who really got an email, and collects what the answers reveal. */
async function fuzzTokens(database: DatabaseOptions, tries: number) {
  const pages = ['confirm', 'leave', 'not-me'];
  const folder = await makeServerFolder();
  const inbox = await startSmtpInbox();
  const server = await startServer(folder, {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl ?? '',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@fuzz.example',
    SITE_URL: 'http://127.0.0.1:3000',
    LOG_LEVEL: 'silent',
  });
  try {
    const email = 'amina@fuzz.example';
    await fetch(`${server.url}/waitlist/join`, {
      method: 'POST',
      body: new URLSearchParams({ email }),
      redirect: 'manual',
    });
    const real = /t=([\w-]{24})/.exec((await inbox.emailTo(email)).parsed.text ?? '')?.[1] ?? '';
    const answers = new Set<string>();
    let tried = 0;
    const press = async (page: string, token: string) => {
      const answer = await fetch(`${server.url}/waitlist/${page}?t=${token}`, { method: 'POST' });
      const { date: _date, ...headers } = Object.fromEntries(answer.headers);
      return `${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`;
    };
    const guesser = async () => {
      while (tried < tries) {
        tried += 1;
        answers.add(await press(pages[tried % 3] ?? '', guess(tried, real)));
      }
    };
    await Promise.all(Array.from({ length: 32 }, guesser));
    // A link for another purpose is not accepted, and the right one still works: nothing was changed.
    answers.add(await press('confirm', real));
    const stillOnTheList = (await press('leave', real)).startsWith('200');
    return { tried, differentAnswers: answers.size, stillOnTheList };
  } finally {
    await server.stop('SIGKILL');
    await inbox.stop();
    await removeFolder(folder);
  }
}
