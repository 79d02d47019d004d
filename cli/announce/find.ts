import type { Database } from '../../database/database.ts';
import { type Announcement, findAnnouncement, listAnnouncements } from '../../mail/announcements.ts';
import { readSending } from '../../waitlist/sending.ts';

/** @throws Error that lists the existing announcements; DatabaseUnavailable */
export async function mustFind(database: Database, name: string): Promise<Announcement> {
  const found = await findAnnouncement(database, name);
  if (found) return found;
  const names = (await listAnnouncements(database)).map((known) => known.name);
  throw new Error(
    names.length === 0
      ? 'There is no announcement yet: announce plan FILE makes one.'
      : `There is no announcement ${name}. There are: ${names.join(', ')}.`,
  );
}

/** @throws Error while all mail is paused; DatabaseUnavailable */
export async function assertMailMayGo(database: Database): Promise<void> {
  const { pausedSince, pausedBecause } = await readSending(database);
  if (pausedSince !== null)
    throw new Error(`All mail is paused since ${pausedSince}: ${pausedBecause}. First: sending resume.`);
}
