import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { reasonOf } from '../system/reason-of.ts';
import { countNeedingAttention, type EmailCount, maxCounted } from './outbox-emails.ts';
import { countWaitingInFlood, floodAdvice, readSending, whyEmailsWait } from './sending.ts';

/** A restored list lacks everybody who joined after its backup. */
const maxBackupDays = 7;

const makeOne = 'Make one, and then one every day: npm run waitlist -- backup FILE.';

/**
 * What is wrong with the list, its backups and its sending, and what to do: a sentence or two each. A check that fails, because the
 * database is slow, says so in its place: the others are there all the same.
 */
export async function findListFaults(database: Database, now: Date): Promise<string[]> {
  const checks = [
    () => findBackupFault(database, now),
    () => findSendingFault(database),
    () => findUnsent(database),
    () => findNotBegun(database),
  ];
  const faults: string[] = [];
  for (const check of checks) {
    try {
      faults.push(...(await check()));
    } catch (error) {
      faults.push(reasonOf(error));
    }
  }
  return faults;
}

async function findBackupFault(database: Database, now: Date): Promise<string[]> {
  const { days } = await queryOne<{ days: number | null }>(
    database,
    'select extract(epoch from $1::timestamptz - backed_up_at)::float8 / 86400 as days from waitlist.list_state',
    [now.toISOString()],
  );
  if (days === null) return [`No backup of this list was made yet. ${makeOne}`];
  if (days > maxBackupDays) return [`The last backup is ${Math.floor(days)} days old. ${makeOne}`];
  return [];
}

async function findSendingFault(database: Database): Promise<string[]> {
  const sending = await readSending(database);
  const waitingInFlood = await countWaitingInFlood(database);
  const waiting = whyEmailsWait(sending);
  if (sending.pausedSince !== null)
    return [`${waiting} Where nothing else sends for this list: npm run waitlist -- sending resume.`];
  // A flood may hold other emails back besides.
  const faults = waiting === undefined ? [] : [waiting];
  if (waitingInFlood > 0) faults.push(floodAdvice(waitingInFlood));
  return faults;
}

async function findUnsent(database: Database): Promise<string[]> {
  const unsent = await countNeedingAttention(database);
  return unsent.map(unsentFault);
}

/** Minutes after its time at which an announcement that has not begun is a fault: a worker looks each half minute. */
const minutesToBegin = 10;

async function findNotBegun(database: Database): Promise<string[]> {
  const late = await database.query<{ name: string; startsAt: string }>(
    `select name, waitlist.iso(starts_at) as "startsAt" from waitlist.announcements
      where state = 'planned' and starts_at < clock_timestamp() - make_interval(mins => $1) order by starts_at`,
    [minutesToBegin],
  );
  return late.map(
    ({ name, startsAt }) =>
      `The announcement ${name} was planned for ${startsAt} and has not begun. Why: npm run waitlist -- announce status ${name}.`,
  );
}

function unsentFault({ kind, state, messages }: EmailCount): string {
  const what = state === 'failed' ? 'failed' : 'may have arrived or not';
  const number = messages < maxCounted ? messages : `${maxCounted} or more`;
  return `${number} of the kind ${kind} ${what}: npm run waitlist -- outbox list --state ${state}.`;
}
