import type { Database } from '../database/database.ts';
import { findAnnouncement, listAnnouncements } from '../mail/announcements.ts';

/** The announcement of a name. @throws Error that lists the existing announcements; DatabaseUnavailable */
export async function existingAnnouncement(database: Database, name: string) {
  const found = await findAnnouncement(database, name);
  if (found) return found;
  const names = (await listAnnouncements(database)).map((announcement) => announcement.name);
  throw new Error(
    names.length === 0
      ? 'There is no announcement yet: announce plan FILE makes one.'
      : `There is no announcement ${name}. There are: ${names.join(', ')}.`,
  );
}
