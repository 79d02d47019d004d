import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Database, StatementError } from '../../database/database.ts';
import { DataDirLocked } from '../../database/embedded/lock.ts';
import { openEmbeddedAsItIs } from '../../database/embedded/open-embedded.ts';
import { canMigrate } from '../../database/migrate.ts';
import { findListFaults } from '../../mail/list-faults.ts';
import { reasonOf } from '../../system/reason-of.ts';
import { movedOn } from '../../waitlist/list/moved.ts';
import type { DatabaseSettings } from '../settings.ts';

/** Checks an open list, and the disk under an embedded one. It never throws. */
export async function checkList(
  database: Database,
  { dataDir }: DatabaseSettings,
  now: Date,
): Promise<string[]> {
  try {
    const faults = await findListFaults(database, now);
    if (database.kind === 'embedded') faults.push(...diskFaults(dataDir));
    return faults;
  } catch (error) {
    return [reasonOf(error)];
  }
}

/** Says that a list was abandoned: a move has left it, or it was never moved. Undefined if there is none, or if it is the list in use. */
function sentenceOfAbandonedList({ databaseUrl, dataDir }: DatabaseSettings): string | undefined {
  const folder = join(resolve(dataDir), 'postgres');
  if (databaseUrl === undefined || !existsSync(folder)) return undefined;
  return `DATABASE_URL is set, and another list lies in ${folder}. It holds personal data, and no erasure reaches it.`;
}

/**
 * Finds an embedded list beside a list in PostgreSQL. It does not open that list: a damaged one would end the process, and an open one
 * takes 400 MB of memory.
 */
export function faultsOfAbandonedList(settings: DatabaseSettings): string[] {
  const what = sentenceOfAbandonedList(settings);
  if (what === undefined) return [];
  return [`${what} npm run waitlist -- doctor says whether it was moved, and what to do.`];
}

/**
 * Finds an embedded list beside a list in PostgreSQL, and opens it to say whether it was moved. For a process of its own. It leaves
 * that list's schema as it is.
 */
export async function faultsOfOpenedAbandonedList(settings: DatabaseSettings): Promise<string[]> {
  const what = sentenceOfAbandonedList(settings);
  if (what === undefined) return [];
  try {
    return [`${what} ${sentenceOfMove(await readMove(settings.dataDir))}`];
  } catch (error) {
    return [`${what} ${whyMoveIsUnknown(error)}`];
  }
}

interface Move {
  /** The day on which the list was moved away, in UTC; null for never. */
  movedOn: string | null;
  /** Whether this version could move it. */
  canMove: boolean;
}

/** @throws DataDirLocked while a process has the list open; StatementError if its schema does not say it; Error if it does not open */
async function readMove(dataDir: string): Promise<Move> {
  const list = await openEmbeddedAsItIs(dataDir);
  try {
    return { movedOn: await movedOn(list), canMove: await canMigrate(list) };
  } finally {
    await list.close();
  }
}

function sentenceOfMove({ movedOn: day, canMove }: Move): string {
  if (day !== null) return `It was moved on ${day}: delete it.`;
  if (!canMove)
    return 'It was not moved, and another version of this software wrote it: move it with that version, or delete it if nobody real is on it.';
  return 'It was not moved: npm run waitlist -- move FILE --to postgres, or delete it if nobody real is on it.';
}

/** Why readMove has failed, and what to do. */
function whyMoveIsUnknown(error: unknown): string {
  if (error instanceof DataDirLocked) return `A process has it open: ${error.message}`;
  if (error instanceof StatementError)
    return 'Another version of this software wrote it, and this one cannot read whether it was moved: look with that version, and then delete it.';
  return 'It could not be opened: look whether it was moved, and then delete it.';
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
