import type { DatabaseOptions } from '../../database/database.ts';
import { makeServerFolder, removeFolder, startServer } from '../contract/start-server.ts';
import { startSmtpInbox } from '../support/smtp.ts';

export interface FuzzCounts {
  tried: number;
  /** The different answers to them: with more than one a guesser learns something. */
  answers: string[];
  stillOnTheList: boolean;
}

const pages = ['confirm', 'leave', 'not-me'];

/** A random token of the right form, a truncated one, one that differs in a single character, or random bytes. */
function guess(number: number, real: string, random: () => number): string {
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
export async function fuzzTokens(
  database: DatabaseOptions,
  tries: number,
  random: () => number,
): Promise<FuzzCounts> {
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
        answers.add(await press(pages[tried % 3] ?? '', guess(tried, real, random)));
      }
    };
    await Promise.all(Array.from({ length: 32 }, guesser));
    // A link for another purpose is not accepted, and the right one still works: nothing was changed.
    answers.add(await press('confirm', real));
    const stillOnTheList = (await press('leave', real)).startsWith('200');
    return { tried, answers: [...answers], stillOnTheList };
  } finally {
    await server.stop('SIGKILL');
    await inbox.stop();
    await removeFolder(folder);
  }
}
