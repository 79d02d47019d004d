import type { Database } from '../../database/database.ts';
import { type ClaimedEmail, type Delivery, openOutbox } from '../../mail/outbox.ts';
import { isSeeded, tablesOfABackup } from '../../waitlist/backup/tables.ts';
import { createJoin } from '../../waitlist/join.ts';

export async function joinAll(database: Database, emails: string[], source = 'cta'): Promise<void> {
  const join = createJoin({ database });
  for (const email of emails) await join({ email, source, clientAddress: '' });
}

const reminderDays = new WeakMap<Database, number>();

/** From now on finish and sendAll have people reminded after so many days, as a worker would; 0 for never, as at first. */
export async function remindAfter(database: Database, days: number): Promise<void> {
  reminderDays.set(database, days);
  if (days === 0) await outboxOf(database, 'one').dropReminders();
}

const outboxOf = (database: Database, worker: string) =>
  openOutbox(database, worker, reminderDays.get(database) ?? 0);

/** The next email that is due, as a worker claims it. */
export const claimBy = async (database: Database, worker = 'one') =>
  (await outboxOf(database, worker).claim()).claimed;

/** The same. @throws when nothing is due */
export async function mustClaim(database: Database, worker?: string): Promise<ClaimedEmail> {
  const claimed = await claimBy(database, worker);
  if (!claimed) throw new Error('Nothing was claimed.');
  return claimed;
}

/** Stores what became of a claimed email. @param bounce what is noted about the mailbox */
export const finish = (
  database: Database,
  { messageId }: ClaimedEmail,
  outcome: Delivery['outcome'] = 'accepted',
  bounce: Delivery['bounce'] = null,
  worker = 'one',
) => outboxOf(database, worker).finish(messageId, { outcome, reply: 'a reply', bounce });

/** Sends all that is due, or has another outcome; returns the names before the @, in their order. */
export async function sendAll(
  database: Database,
  outcome?: Delivery['outcome'],
  bounce?: Delivery['bounce'],
) {
  const sent: string[] = [];
  for (let claimed = await claimBy(database); claimed; claimed = await claimBy(database)) {
    await finish(database, claimed, outcome, bounce);
    sent.push(claimed.address.replace(/@.*/, ''));
  }
  return sent;
}

/**
 * Moves back the times of consent, the times at which emails are due and those at which they went out, as if this much time had
 * passed. Other times stay.
 */
export const later = (database: Database, interval: string) =>
  database.query(
    `with entries as (update waitlist.entries set consented_at = consented_at - $1::interval),
          announcements as (update waitlist.announcements set due_at = due_at - $1::interval)
     update waitlist.outbox
        set due_at = due_at - $1::interval,
            transmitted_at = transmitted_at - $1::interval`,
    [interval],
  );

export const setLimit = (database: Database, name: string, most: number) =>
  database.query('update waitlist.limits set most = $2 where name = $1', [name, most]);

/** The tables in which one test would leave something for the next. */
const filledTables = [...tablesOfABackup.filter((table) => !isSeeded(table)), 'email_hours'];

/** The limits of each database before its first test, as JSON. */
const firstLimits = new WeakMap<Database, string>();

/** Puts back the limits that a test has changed. */
async function restoreLimits(database: Database): Promise<void> {
  const stored = firstLimits.get(database);
  if (stored === undefined) {
    const [row] = await database.query<{ all: string }>(
      'select jsonb_agg(limits)::text as all from waitlist.limits as limits',
    );
    firstLimits.set(database, row?.all ?? '[]');
    return;
  }
  await database.query(
    `update waitlist.limits as changed set most = before.most, every = before.every
       from jsonb_populate_recordset(null::waitlist.limits, $1::jsonb) as before where before.name = changed.name`,
    [stored],
  );
}

/** As in a new list: sending goes on, and nobody was told anything. */
const resetListState = `
  update waitlist.list_state
     set sending_paused_since = default, sending_paused_because = default, sending_trouble = default, sending_rests_until = default,
         sending_skips_rest = default,
         function_called_at = default, function_jobs_done_at = default, backed_up_at = default`;

const resetNews = `
  update waitlist.founder_news
     set told_at = default,
         next_try_at = case name when 'digest' then clock_timestamp() + interval '1 day' else clock_timestamp() end`;

/** As if this much time had passed since the founder was last told, or since a process began to. */
export const newsLater = (database: Database, interval: string) =>
  database.query(
    `update waitlist.founder_news
        set told_at = told_at - $1::interval,
            next_try_at = next_try_at - $1::interval`,
    [interval],
  );

/** Empties the tables that tests fill, and puts back the limits and the state of the list. */
export async function emptyTables(lists: { database: Database }[]): Promise<void> {
  // In this order: entries go first, because evidence of people who are there cannot be deleted, and announcements after emails.
  for (const { database } of lists) {
    for (const table of filledTables) await database.query(`delete from waitlist.${table}`);
    await restoreLimits(database);
    await database.query(resetListState);
    await database.query(resetNews);
  }
}
