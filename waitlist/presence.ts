import { randomUUID } from 'node:crypto';
import type { Database, Session } from '../database/database.ts';
import { repeat, type Stop } from '../system/repeat.ts';
import { tablesOfABackup } from './backup/tables.ts';

const beatMs = 5000;

/** A server that said nothing for this long has ended, or is frozen. */
const silenceSeconds = 20;

/**
 * Says every few seconds that this process uses a PostgreSQL, so that a restore does not replace the list under it. An embedded list
 * has a lock for that. The returned function ends it.
 */
export function startPresence(database: Database): Stop {
  if (database.kind === 'embedded') return async () => {};
  const name = randomUUID();
  const beat = () =>
    database.query(
      `insert into waitlist.servers (name, seen_at) values ($1, clock_timestamp())
       on conflict (name) do update set seen_at = excluded.seen_at`,
      [name],
    );
  const stop = repeat(beat, beatMs, { atOnce: true });
  return async () => {
    await stop();
    await database.query('delete from waitlist.servers where name = $1', [name]).catch(() => {});
  };
}

/**
 * How many servers and workers use the list at this moment. An embedded list that a command has opened itself has none.
 * @throws DatabaseUnavailable
 */
export async function countServers(database: Database): Promise<number> {
  if (database.kind === 'embedded') return database.isShared ? 1 : 0;
  // What a clock that was set back leaves in the future is no server either: a running one writes again within seconds.
  const [running] = await database.query<{ servers: number }>(
    `select count(*)::int as servers from waitlist.servers
      where abs(extract(epoch from clock_timestamp() - seen_at)) < $1`,
    [silenceSeconds],
  );
  return running?.servers ?? 0;
}

/**
 * Keeps everybody else from changing the list until the transaction ends. Joins and bounces that come through a hosted function wait:
 * nothing says that they use the list.
 * @throws Error with a sentence for the operator, while a server or a worker uses a PostgreSQL
 */
export async function holdList(database: Session): Promise<void> {
  const tables = tablesOfABackup.map((table) => `waitlist.${table}`);
  await database.query(`lock table ${tables.join(', ')} in exclusive mode`);
  await refuseServers(database);
}

/**
 * Refuses while a server or a worker uses a PostgreSQL. An embedded list cannot be opened beside one.
 * @throws Error with a sentence for the operator
 */
export async function refuseServers(database: Database): Promise<void> {
  const servers = database.kind === 'embedded' ? 0 : await countServers(database);
  if (servers === 0) return;
  throw new Error(
    `Stop the server first, or the calls of the function that sends: ${servers === 1 ? 'one uses' : `${servers} use`} this list. ` +
      `One that was killed is forgotten after ${silenceSeconds} seconds. Nothing was changed.`,
  );
}
