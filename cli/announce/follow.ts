import { setTimeout as wait } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '../../database/database.ts';
import { readHourlyShare } from '../../mail/announcement-recipients.ts';
import type { Announcement } from '../../mail/announcements.ts';
import { findReturned } from '../../mail/returned-emails.ts';
import { startProgress, type Terminal, writeStderr } from '../terminal.ts';
import { inWords, withCommas } from './describe.ts';
import { mustFind } from './find.ts';

const pollMs = 1000;

/** After this long without progress the reason is printed, because the bar does not show it. */
const stalledMs = 10_000;

const settled = ({ sent, failed, uncertain }: Announcement) => sent + failed + uncertain;

/**
 * Shows an announcement's progress until it is no longer being sent; returns its last state. The servers do the sending, so
 * stopping this display stops nothing else.
 * @throws Error with a sentence for the operator when the database is unavailable
 */
export async function follow(
  terminal: Terminal,
  database: Database,
  announcement: Announcement,
): Promise<Announcement> {
  let now = announcement;
  writeStderr(terminal, 'The servers send it. Ctrl-C ends only this display: it goes on without.');
  const progress = startProgress(terminal, now.recipients, 'Sending');
  const begun = { at: Date.now(), settled: settled(now) };
  let moved = { at: Date.now(), settled: settled(now) };
  try {
    while (now.state === 'sending') {
      await wait(pollMs);
      now = await readProgress(database, announcement.name);
      const done = settled(now);
      if (done !== moved.settled) moved = { at: Date.now(), settled: done };
      else if (Date.now() - moved.at > stalledMs) {
        const why = await whyStalled(database, now);
        progress.end();
        writeStderr(terminal, why);
        moved = { at: Infinity, settled: done };
      }
      progress.reach(done, inNumbers(now, (done - begun.settled) / (Date.now() - begun.at)));
    }
  } finally {
    progress.end();
  }
  return now;
}

async function readProgress(database: Database, name: string): Promise<Announcement> {
  try {
    return await mustFind(database, name);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    throw new Error(
      `${error.message} ${name} goes on by itself when a server runs again: announce send ${name} shows it.`,
      {
        cause: error,
      },
    );
  }
}

function inNumbers(now: Announcement, perMs: number): string {
  const done = settled(now);
  const left = now.recipients - done;
  const said = `${withCommas(done)} of ${withCommas(now.recipients)}`;
  if (perMs <= 0) return said;
  return `${said}, ${withCommas(Math.round(perMs * 60_000))} a minute, ${inWords(left / perMs / 1000)} left`;
}

async function whyStalled(database: Database, { toCome, deferred, underWay }: Announcement): Promise<string> {
  const { most, isUsedUp } = await readHourlyShare(database);
  if (isUsedUp)
    return `The ${withCommas(most)} announcements of this hour are out (waitlist.limits): it goes on at the full hour.`;
  const returned = await findReturned(database);
  if (returned) return `It waits. ${returned.why}`;
  if (toCome === 0 && deferred > 0)
    return `All but ${withCommas(deferred)} are out; the mail server asked to try these later, and so it will be.`;
  if (underWay > 0)
    return `${withCommas(underWay)} are under way: a sender that is gone counts as gone after half a minute.`;
  return 'Nothing goes out. It needs a running server with SMTP_URL, or npm run mail -- worker; its log says what is wrong.';
}
