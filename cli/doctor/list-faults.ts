import { statfsSync } from 'node:fs';
import type { Database } from '../../database/database.ts';
import { readMigrations, readSchemaVersions } from '../../database/migrate.ts';
import { countMessages } from '../../waitlist/outbox-messages.ts';
import { readSending, type Sending } from '../../waitlist/sending.ts';

const dayMs = 86_400_000;

/** A restored list lacks everybody who joined after its backup. */
const maxBackupAgeMs = 7 * dayMs;

/** A million entries take 300 MB, and a backup needs room for a second copy. */
const minFreeBytes = 2 * 1024 ** 3;

/**
 * Checks the list itself: its schema, its backups, its sending.
 * @returns a sentence or two for each fault: what is wrong and what to do
 * @throws DatabaseUnavailable
 */
export async function listFaults(database: Database, now: Date): Promise<string[]> {
  const outdated = schemaFaults(await readSchemaVersions(database));
  return [
    ...outdated,
    ...backupFaults(await lastBackup(database), now),
    ...sendingFaults(await readSending(database)),
    // An older schema may lack what this reads.
    ...(outdated.length === 0 ? await unsentFaults(database) : []),
  ];
}

function schemaFaults(versions: string[]): string[] {
  const missing = readMigrations().filter(({ version }) => !versions.includes(version));
  if (missing.length === 0) return [];
  return [
    `The running server is older than these files: it lacks the migrations ${missing.map(({ version }) => version).join(', ')}. Restart it.`,
  ];
}

async function lastBackup(database: Database): Promise<Date | undefined> {
  const [row] = await database.query<{ at: string | null }>(
    `select to_char(backed_up_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from waitlist.settings`,
  );
  return row?.at ? new Date(row.at) : undefined;
}

function backupFaults(last: Date | undefined, now: Date): string[] {
  if (last === undefined) {
    return [
      'No backup was ever made with this tool. Make one, and then one every day: npm run waitlist -- backup FILE.',
    ];
  }
  const age = now.getTime() - last.getTime();
  if (age <= maxBackupAgeMs) return [];
  return [
    `The last backup is ${Math.floor(age / dayMs)} days old. Make one, and then one every day: npm run waitlist -- backup FILE.`,
  ];
}

function sendingFaults({ pausedSince, pausedBecause, trouble }: Sending): string[] {
  if (pausedSince === null) return trouble === null ? [] : [`Emails wait. ${trouble}`];
  return [
    `Sending is paused since ${pausedSince}: ${pausedBecause}. Where nothing else sends for this list: npm run waitlist -- sending resume.`,
  ];
}

/** The emails that need a person: each kind is sent once more by a command of its own. */
async function unsentFaults(database: Database): Promise<string[]> {
  const counts = await countMessages(database);
  return counts
    .filter(({ state }) => state === 'failed' || state === 'uncertain')
    .map(
      ({ kind, state, messages }) =>
        `${messages} of the kind ${kind} ${state === 'failed' ? 'failed' : 'may have arrived or not'}: npm run waitlist -- outbox list --state ${state}.`,
    );
}

/** Checks the free space on the disk of an embedded list. @throws Error if there is no such folder */
export function diskFaults(dataDir: string): string[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (free >= minFreeBytes) return [];
  return [
    `The disk that holds ${dataDir} has ${Math.round(free / 1024 ** 2)} MB left: joins stop when it is full. Make room for ${minFreeBytes / 1024 ** 3} GB.`,
  ];
}
