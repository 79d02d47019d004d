import type { Database } from '../database/database.ts';
import type { Audience } from './announcements.ts';
import type { EmailTemplate } from './templates.ts';

export interface Plan extends Audience {
  name: string;
  words: EmailTemplate;
  /** After this many recipients it pauses by itself; null for never. */
  wave: number | null;
  /** Emails a minute at most. */
  rate: number;
}

/** Stores an announcement; replaces one of that name if it was never opened, else returns false. @throws DatabaseUnavailable */
export async function planAnnouncement(database: Database, plan: Plan): Promise<boolean> {
  const { name, words, toUnconfirmed, source, first, wave, rate } = plan;
  const rows = await database.query(
    `insert into waitlist.announcements as known
       (name, version, subject, html, text, to_unconfirmed, source, first, wave, rate, planned_at)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())
     on conflict (name) do update
        set version = excluded.version, subject = excluded.subject, html = excluded.html, text = excluded.text,
            to_unconfirmed = excluded.to_unconfirmed, source = excluded.source, first = excluded.first, wave = excluded.wave,
            rate = excluded.rate, planned_at = excluded.planned_at
      where known.state = 'planned'
     returning name`,
    [name, words.subject, words.html, words.text, toUnconfirmed, source, first, wave, rate],
  );
  return rows.length > 0;
}

/** Notes that a version has been sent to somebody as a preview. @throws DatabaseUnavailable */
export async function noteTested(database: Database, name: string, version: string): Promise<void> {
  await database.query(
    'update waitlist.announcements set tested_version = $2::uuid where name = $1 and version = $2::uuid',
    [name, version],
  );
}

/** An announcement's words, with slots for a person's facts. @throws Error if there is none of that name; DatabaseUnavailable */
export async function readAnnouncementWords(database: Database, name: string): Promise<EmailTemplate> {
  const [words] = await database.query<EmailTemplate>(
    'select subject, html, text from waitlist.announcements where name = $1',
    [name],
  );
  if (!words) throw new Error(`There is no announcement ${name}.`);
  return words;
}
