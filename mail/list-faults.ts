import type { Database } from '../database/database.ts';
import { queryOne } from '../waitlist/query-one.ts';
import { countToPutRight, type MessageCount } from './outbox-messages.ts';
import { countHeld, readSending, whyEmailsWait } from './sending.ts';

/** A restored list lacks everybody who joined after its backup. */
const maxBackupDays = 7;

const makeOne = 'Make one, and then one every day: npm run waitlist -- backup FILE.';

/**
 * What is wrong with the list, its backups and its sending, and what to do: a sentence or two each.
 * @throws DatabaseUnavailable
 */
export async function findListFaults(database: Database, now: Date): Promise<string[]> {
  const backupFault = await findBackupFault(database, now);
  const sendingFault = await findSendingFault(database);
  const unsent = await countToPutRight(database);
  const faults = [backupFault, sendingFault, ...unsent.map(unsentFault)];
  return faults.filter((fault) => fault !== undefined);
}

async function findBackupFault(database: Database, now: Date): Promise<string | undefined> {
  const { days } = await queryOne<{ days: number | null }>(
    database,
    'select extract(epoch from $1::timestamptz - backed_up_at)::float8 / 86400 as days from waitlist.list_state',
    [now.toISOString()],
  );
  if (days === null) return `No backup of this list was made since it began or was restored. ${makeOne}`;
  if (days > maxBackupDays) return `The last backup is ${Math.floor(days)} days old. ${makeOne}`;
  return undefined;
}

async function findSendingFault(database: Database): Promise<string | undefined> {
  const { pausedSince, pausedBecause, trouble } = await readSending(database);
  const held = await countHeld(database);
  // Whether a server has a mail server is for the settings to say.
  const waiting = whyEmailsWait({ pausedBecause, hasMailServer: true, trouble, held });
  if (waiting?.reason === 'paused')
    return `Sending has been paused since ${pausedSince}: ${pausedBecause}. Where nothing else sends for this list: npm run waitlist -- sending resume.`;
  if (waiting?.reason === 'trouble') return `Emails wait. ${trouble}`;
  return waiting?.sentence;
}

function unsentFault({ kind, state, messages }: MessageCount): string {
  const what = state === 'failed' ? 'failed' : 'may have arrived or not';
  return `${messages} of the kind ${kind} ${what}: npm run waitlist -- outbox list --state ${state}.`;
}
