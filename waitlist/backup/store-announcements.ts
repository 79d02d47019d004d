import type { Database } from '../../database/database.ts';
import type { BackedUpAnnouncement } from './read-for-restore.ts';
import { type Columns, storeRows } from './store-rows.ts';

/** By the number that an announcement has in the backup: its number on this list. */
export type AnnouncementNumbers = Record<number, number>;

/**
 * Stores the announcements that the list lacks. Their numbers follow those of the list, which may have given the numbers of the
 * backup to other announcements.
 * An announcement is on the list already if one of its name is. It may have another number there: a list that was restored from an
 * older backup did not know it, and the founder planned it again.
 * @throws DatabaseUnavailable; StatementError when a row does not fit
 */
export async function storeAnnouncements(
  database: Database,
  announcements: readonly BackedUpAnnouncement[],
  columns: Columns,
): Promise<AnnouncementNumbers> {
  const here = await database.query<{ id: number; name: string }>(
    'select id, name from waitlist.announcements',
  );
  const numbersByName = new Map(here.map(({ id, name }) => [name, id]));
  const highest = Math.max(0, ...numbersByName.values());
  const numbers: AnnouncementNumbers = {};
  for (const { id, name } of announcements) numbers[id] = numbersByName.get(name) ?? highest + id;

  const missing = announcements.filter(({ name }) => !numbersByName.has(name));
  if (missing.length === 0) return numbers;
  const rows = { announcements: missing.map((announcement) => renumbered(announcement, numbers)) };
  await storeRows(database, JSON.stringify(rows), rows, { columns, conflicts: {} });
  return numbers;
}

/** An announcement of the backup with the numbers of this list, also in its audience. */
function renumbered(announcement: BackedUpAnnouncement, numbers: AnnouncementNumbers) {
  const numberHere = (id: number) => numbers[id];
  const { id, people_filter: filter } = announcement;
  const sent = filter.sent?.map(numberHere);
  const notSent = filter.not_sent?.map(numberHere);
  return { ...announcement, id: numberHere(id), people_filter: { ...filter, sent, not_sent: notSent } };
}
