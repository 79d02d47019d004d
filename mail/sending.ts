import type { Database } from '../database/database.ts';
import { isoOf } from '../waitlist/entries.ts';
import type { Trouble } from './refusals.ts';

/** A worker that has stopped says nothing more: so long after the time of its next try its trouble is not shown any more. */
const troubleMinutes = 3;

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
            case when sending_rests_until > clock_timestamp() - interval '${troubleMinutes} minutes'
                 then sending_trouble ->> 'sentence' end as trouble
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

/** Lets emails go out again, and a worker that rests after trouble try at once. @throws DatabaseUnavailable */
export async function resumeSending(database: Database): Promise<void> {
  await database.query(
    `update waitlist.settings
        set sending_paused_since = null, sending_paused_because = null, sending_trouble = null, sending_rests_until = null`,
  );
}

/**
 * Notes why a worker cannot send, or null when it can again.
 * @param restMs how long it rests before its next try
 * @throws DatabaseUnavailable
 */
export async function noteTrouble(database: Database, trouble: Trouble | null, restMs = 0): Promise<void> {
  await database.query(
    `update waitlist.settings
        set sending_trouble = $1::jsonb,
            sending_rests_until = clock_timestamp() + make_interval(secs => $2::double precision / 1000)`,
    [trouble && JSON.stringify(trouble), restMs],
  );
}

/**
 * What the last worker has noted, for the next one: the trouble, and how many milliseconds it still rests. An hour after its rest it
 * is forgotten.
 * @throws DatabaseUnavailable
 */
export async function readTrouble(database: Database): Promise<{ trouble?: Trouble; restMs: number }> {
  const [row] = await database.query<{ trouble: Trouble; restMs: number }>(
    `select sending_trouble as trouble,
            greatest(extract(epoch from sending_rests_until - clock_timestamp()) * 1000, 0)::integer as "restMs"
       from waitlist.settings
      where sending_trouble is not null and sending_rests_until > clock_timestamp() - interval '1 hour'`,
  );
  return row ? { trouble: row.trouble, restMs: row.restMs } : { restMs: 0 };
}
