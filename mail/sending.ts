import type { Database } from '../database/database.ts';
import { isoOf } from '../waitlist/entries.ts';

export interface Sending {
  /** ISO 8601, UTC; null while emails may be sent. */
  pausedSince: string | null;
  pausedBecause: string | null;
  /** Why nothing goes out although it may, as a worker has noted that still tries: the fault and what to do. */
  trouble: string | null;
}

/** Whether emails may be sent. A worker's claim of each email checks the same switch, in SQL. @throws DatabaseUnavailable */
export async function readSending(database: Database): Promise<Sending> {
  const [row] = await database.query<Sending>(
    `select ${isoOf('sending_paused_since')} as "pausedSince", sending_paused_because as "pausedBecause",
            case when sending_trouble_until > clock_timestamp() then sending_trouble end as trouble
       from waitlist.settings`,
  );
  return row as Sending;
}

/** How many emails to whoever joined wait because of a flood. @throws DatabaseUnavailable */
export async function countHeld(database: Database): Promise<number> {
  const [row] = await database.query<{ held: number }>('select waitlist.held_welcomes() as held');
  return row?.held ?? 0;
}

export const pausedSentence = (because: string) => `Emails wait: sending is paused (${because}).`;

/** Stops the emails of all processes; when they are stopped already, the first reason stays. @throws DatabaseUnavailable */
export async function pauseSending(database: Database, because: string): Promise<void> {
  await database.query('select waitlist.pause_sending($1)', [because]);
}

/** @throws DatabaseUnavailable */
export async function resumeSending(database: Database): Promise<void> {
  await database.query(
    'update waitlist.settings set (sending_paused_since, sending_paused_because) = (null, null)',
  );
}

/** A worker that has stopped says nothing more: after so long without a further try its trouble is not shown any more. */
const troubleMinutes = 3;

/**
 * Notes why a worker cannot send, or null when it can again.
 * @param restMs how long it rests before its next try
 * @throws DatabaseUnavailable
 */
export async function noteTrouble(database: Database, sentence: string | null, restMs = 0): Promise<void> {
  await database.query(
    `update waitlist.settings
        set sending_trouble = $1::text,
            sending_trouble_until =
              clock_timestamp() + make_interval(mins => ${troubleMinutes}, secs => $2::double precision / 1000)`,
    [sentence, restMs],
  );
}
