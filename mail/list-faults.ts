import type { Database } from '../database/database.ts';
import { floodAdvice } from './flood.ts';
import { countToPutRight } from './outbox-messages.ts';
import { countHeld, readSending } from './sending.ts';

/** A restored list lacks everybody who joined after its backup. */
const maxBackupDays = 7;

const makeOne = 'Make one, and then one every day: npm run waitlist -- backup FILE.';

/** What is wrong with the list, its backups and its sending: what is wrong and what to do, a sentence or two each. @throws DatabaseUnavailable */
export async function findListFaults(database: Database, now: Date): Promise<string[]> {
  const [last] = await database.query<{ days: number | null }>(
    'select extract(epoch from $1::timestamptz - backed_up_at)::float8 / 86400 as days from waitlist.settings',
    [now.toISOString()],
  );
  const days = last?.days ?? null;
  const { pausedSince, pausedBecause, trouble } = await readSending(database);
  const counts = await countToPutRight(database);
  const held = await countHeld(database);
  const faults = [
    days === null && `No backup of this list was made since it began or was restored. ${makeOne}`,
    days !== null && days > maxBackupDays && `The last backup is ${Math.floor(days)} days old. ${makeOne}`,
    pausedSince !== null &&
      `Sending is paused since ${pausedSince}: ${pausedBecause}. Where nothing else sends for this list: npm run waitlist -- sending resume.`,
    pausedSince === null && trouble !== null && `Emails wait. ${trouble}`,
    pausedSince === null && held > 0 && floodAdvice(held),
    ...counts.map(
      ({ kind, state, messages }) =>
        `${messages} of the kind ${kind} ${state === 'failed' ? 'failed' : 'may have arrived or not'}: npm run waitlist -- outbox list --state ${state}.`,
    ),
  ];
  return faults.filter((fault) => fault !== false);
}
