import { statfsSync } from 'node:fs';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { readMigrations, readSchemaVersions } from '../../database/migrate.ts';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { countMessages } from '../../waitlist/outbox-messages.ts';
import { readSending } from '../../waitlist/sending.ts';
import { reasonOf } from '../terminal.ts';

/** Opens the list and checks it, and the disk under an embedded one. Never throws. */
export async function checkOpenedList(options: DatabaseOptions): Promise<string[]> {
  try {
    const database = await openDatabaseForTools(options);
    try {
      const faults = await checkList(database, new Date());
      return database.kind === 'embedded' ? [...faults, ...diskFaults(options.dataDir)] : faults;
    } finally {
      await database.close();
    }
  } catch (error) {
    return [reasonOf(error)];
  }
}

const dayMs = 86_400_000;

/** A restored list lacks everybody who joined after its backup. */
const maxBackupAgeMs = 7 * dayMs;

/**
 * Checks the list itself: its schema, its backups, its sending.
 * @returns a sentence or two for each fault: what is wrong and what to do
 * @throws DatabaseUnavailable
 */
export async function checkList(database: Database, now: Date): Promise<string[]> {
  const faults = [];
  const versions = await readSchemaVersions(database);
  const missing = readMigrations().filter(({ version }) => !versions.includes(version));
  if (missing.length > 0)
    faults.push(
      `The running server is older than these files: it lacks the migrations ${missing.map(({ version }) => version).join(', ')}. Restart it.`,
    );
  const [last] = await database.query<{ age: number | null }>(
    'select extract(epoch from $1::timestamptz - backed_up_at)::float8 * 1000 as age from waitlist.settings',
    [now.toISOString()],
  );
  const age = last?.age ?? Infinity;
  if (age > maxBackupAgeMs)
    faults.push(
      `${age === Infinity ? 'No backup was ever made with this tool' : `The last backup is ${Math.floor(age / dayMs)} days old`}. Make one, and then one every day: npm run waitlist -- backup FILE.`,
    );
  const { pausedSince, pausedBecause, trouble } = await readSending(database);
  if (pausedSince !== null)
    faults.push(
      `Sending is paused since ${pausedSince}: ${pausedBecause}. Where nothing else sends for this list: npm run waitlist -- sending resume.`,
    );
  else if (trouble !== null) faults.push(`Emails wait. ${trouble}`);
  // An older schema may lack what this reads.
  const counts = missing.length === 0 ? await countMessages(database) : [];
  for (const { kind, state, messages } of counts)
    if (state === 'failed' || state === 'uncertain')
      faults.push(
        `${messages} of the kind ${kind} ${state === 'failed' ? 'failed' : 'may have arrived or not'}: npm run waitlist -- outbox list --state ${state}.`,
      );
  return faults;
}

/** A million entries take 300 MB, and a backup needs room for a second copy. */
const minFreeGigabytes = 2;

/** @throws Error if there is no such folder */
function diskFaults(dataDir: string): string[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMegabytes = Math.round((bavail * bsize) / 1024 ** 2);
  if (freeMegabytes >= minFreeGigabytes * 1024) return [];
  return [
    `The disk that holds ${dataDir} has ${freeMegabytes} MB left: joins stop when it is full. Make room for ${minFreeGigabytes} GB.`,
  ];
}
