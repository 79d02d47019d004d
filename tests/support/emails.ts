import type { Database } from '../../database/database.ts';
import { type ClaimedEmail, type Delivery, openOutbox } from '../../mail/outbox.ts';
import { isSeeded, tablesOfABackup } from '../../waitlist/backup/tables.ts';
import { createJoin } from '../../waitlist/join.ts';

export async function joinAll(database: Database, emails: string[], source = 'cta'): Promise<void> {
  const join = createJoin({ database });
  for (const email of emails) await join({ email, source, client: '' });
}

/** The next email that is due, as a worker claims it. */
export const claimBy = async (database: Database, worker = 'one') =>
  (await openOutbox(database, worker).claim()).claimed;

/** The same. @throws when nothing is due */
export async function mustClaim(database: Database, worker?: string): Promise<ClaimedEmail> {
  const claimed = await claimBy(database, worker);
  if (!claimed) throw new Error('Nothing was claimed.');
  return claimed;
}

/** Stores what became of a claimed email. @param verdict what is noted about the mailbox */
export const finish = (
  database: Database,
  { messageId }: ClaimedEmail,
  outcome: Delivery['outcome'] = 'sent',
  verdict: Delivery['verdict'] = null,
  worker = 'one',
) => openOutbox(database, worker).finish(messageId, { outcome, reply: 'a reply', verdict });

/** Sends all that is due, or turns it away; returns the names before the @, in their order. */
export async function sendAll(
  database: Database,
  outcome?: Delivery['outcome'],
  verdict?: Delivery['verdict'],
) {
  const sent: string[] = [];
  for (let claimed = await claimBy(database); claimed; claimed = await claimBy(database)) {
    await finish(database, claimed, outcome, verdict);
    sent.push(claimed.email.replace(/@.*/, ''));
  }
  return sent;
}

/** Moves all times of emails back, as if this much time had passed. */
export const later = (database: Database, interval: string) =>
  database.query(
    `with entries as (update waitlist.entries set consented_at = consented_at - $1::interval),
          announcements as (update waitlist.announcements set due_at = due_at - $1::interval)
     update waitlist.outbox
        set due_at = due_at - $1::interval,
            lease_until = lease_until - $1::interval,
            transmitted_at = transmitted_at - $1::interval`,
    [interval],
  );

export const setLimit = (database: Database, name: string, most: number) =>
  database.query('update waitlist.limits set most = $2 where name = $1', [name, most]);

/** The tables in which one test would leave something for the next. */
const filledTables = [...tablesOfABackup.filter((table) => !isSeeded(table)), 'email_hours'];

/** Empties the tables that tests fill. */
export async function emptyTables(databases: { database: Database }[]): Promise<void> {
  // In this order: entries go first, because evidence of people who are there cannot be deleted, and announcements after emails.
  for (const { database } of databases)
    for (const table of filledTables) await database.query(`delete from waitlist.${table}`);
}
