import { readMigrations } from '../../database/migrate.ts';
import { type Backup, readBackup } from './backup-file.ts';

/** What a restore looks at of an announcement of a backup. */
export interface BackedUpAnnouncement extends Record<string, unknown> {
  id: number;
  name: string;
  /** Its audience. `sent` and `not_sent` are numbers of announcements. */
  people_filter: { sent: number[] | null; not_sent: number[] | null };
}

/** What is kept of a backup while it is compared and restored: what a restore needs before it comes to it in the file. */
export interface ReadBackup extends Backup {
  announcements: BackedUpAnnouncement[];
  /** By code: the moment. */
  erasures: Map<string, number>;
  /** By the hash of the address: the reason. */
  suppressions: Map<string, string>;
}

/**
 * Reads a backup that is to be restored. Throws as readBackup does.
 * @throws Error with a sentence when it was written by a version whose migrations this one does not have
 */
export async function readForRestore(file: string): Promise<ReadBackup> {
  const announcements: BackedUpAnnouncement[] = [];
  const erasures = new Map<string, number>();
  const suppressions = new Map<string, string>();
  const backup = await readBackup(file, (rows) => {
    announcements.push(...((rows.announcements ?? []) as BackedUpAnnouncement[]));
    for (const { address_code, erased_at } of rows.erasures ?? [])
      erasures.set(String(address_code), Date.parse(String(erased_at)));
    for (const { mailbox_code, reason } of rows.suppressions ?? [])
      if (reason) suppressions.set(String(mailbox_code), String(reason));
  });
  refuseUnknownMigrations(backup);
  return { ...backup, announcements, erasures, suppressions };
}

function refuseUnknownMigrations({ file, head }: Backup): void {
  const ours = readMigrations().map(({ version }) => version);
  const unknown = head.migrations.filter((version) => !ours.includes(version));
  if (unknown.length > 0)
    throw new Error(
      `${file} was written by another version of this software (migration ${unknown.at(-1)}). Restore it with that version. Nothing was changed.`,
    );
}
