import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Database, type DatabaseOptions, reasonOf } from '../../database/database.ts';
import { readMigrations, readSchemaVersions } from '../../database/migrate.ts';
import { openAlone } from '../../database/open-database.ts';
import { findListFaults } from '../../mail/list-faults.ts';
import { countSoonForgotten, soonForgottenSentence } from '../../waitlist/silent.ts';
import { withDatabase } from '../command.ts';
import { type Terminal, writeStderr } from '../terminal.ts';

/** Opens the list and checks it, and the disk under an embedded one. Never throws. */
export const checkOpenedList = (terminal: Terminal, { dataDir }: DatabaseOptions): Promise<string[]> =>
  withDatabase(terminal, async (database) => {
    const faults = await checkList(database, new Date());
    const soonForgotten = faults.length === 0 ? await countSoonForgotten(database) : 0;
    if (soonForgotten > 0) writeStderr(terminal, soonForgottenSentence(soonForgotten));
    return [...faults, ...(database.kind === 'embedded' ? diskFaults(dataDir) : await leftFaults(dataDir))];
  }).catch((error) => [reasonOf(error)]);

/** Checks the list itself: its schema, its backups, its sending. @throws DatabaseUnavailable */
export async function checkList(database: Database, now: Date): Promise<string[]> {
  const versions = await readSchemaVersions(database);
  const missing = readMigrations().flatMap(({ version }) => (versions.includes(version) ? [] : [version]));
  // An older schema may lack what the other checks read.
  if (missing.length > 0)
    return [
      `The running server is older than these files: it lacks the migrations ${missing.join(', ')}. Restart it.`,
    ];
  return findListFaults(database, now);
}

/** Of a list in PostgreSQL: an embedded one that was left by a move, or was never moved. */
async function leftFaults(dataDir: string): Promise<string[]> {
  const folder = join(resolve(dataDir), 'postgres');
  if (!existsSync(folder)) return [];
  const movedOn = await openAlone({ dataDir })
    .then((left) =>
      left
        .query<{ on: string | null }>(
          "select to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD') as on from waitlist.list_state",
        )
        .finally(left.close),
    )
    .then(([row]) => row?.on ?? null)
    .catch(() => undefined);
  const what = `DATABASE_URL is set, and another list lies in ${folder}. It holds personal data, and no erasure reaches it.`;
  if (movedOn === undefined)
    return [`${what} It could not be opened: look whether it was moved, and then delete it.`];
  if (movedOn === null)
    return [
      `${what} It was not moved: npm run waitlist -- move FILE --to postgres, or delete it if nobody real is on it.`,
    ];
  return [`${what} It was moved on ${movedOn}: delete it.`];
}

/** A million entries take 300 MB and more with their emails; a restore needs as much again for a while. */
const minFreeGigabytes = 2;

/** @throws Error if there is no such folder */
function diskFaults(dataDir: string): string[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMegabytes = Math.round((bavail * bsize) / 1024 ** 2);
  const fault = `The disk that holds ${dataDir} has ${freeMegabytes} MB left: joins stop when it is full. Make room for ${minFreeGigabytes} GB.`;
  return freeMegabytes < minFreeGigabytes * 1024 ? [fault] : [];
}
