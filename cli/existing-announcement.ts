import type { Database } from '../database/database.ts';
import { findAnnouncement, readAnnouncementNames } from '../mail/announcements.ts';

/** The announcement of a name. @throws Error that lists the existing announcements; DatabaseUnavailable */
export async function existingAnnouncement(database: Database, name: string) {
  const found = await findAnnouncement(database, name);
  if (found) return found;
  throw noAnnouncement(name, await readAnnouncementNames(database));
}

/** Throws as existingAnnouncement does. It counts no emails. */
export async function assertAnnouncementExists(database: Database, name: string): Promise<void> {
  const names = await readAnnouncementNames(database);
  if (!names.includes(name)) throw noAnnouncement(name, names);
}

function noAnnouncement(name: string, existing: string[]): Error {
  if (existing.length === 0) return new Error('There is no announcement yet: announce plan FILE makes one.');
  return new Error(`There is no announcement ${name}. There are: ${existing.join(', ')}.`);
}
