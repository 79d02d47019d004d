import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openEmbeddedList, openForServer } from '../../waitlist/list/open-list.ts';
import { withClient } from './postgres.ts';

/** Opens a list as a server does, but an embedded one without a thread of its own, which would cost 0.25 s of CPU time. */
export const openList = (options: DatabaseOptions): Promise<Database> =>
  options.databaseUrl === undefined ? openEmbeddedList(options.dataDir) : openForServer(options);

/** Opens a list, runs `work` and closes it. */
export async function served<Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openList(options);
  return work(database).finally(database.close);
}

/** Raises the limits (rows of a table): the crowd of a test or a bench joins faster than any real one. */
export async function liftLimits(options: DatabaseOptions): Promise<void> {
  await served(options, ({ query }) => query('update waitlist.limits set most = 1000000000'));
}

/** Puts that many people on an empty list, all through Reddit on one day: +p1@command.example and so on. */
export async function fillList(database: Database, people: number): Promise<void> {
  await database.query(
    `insert into waitlist.entries (email, canonical, source, joined_at, consented_at, consent_wording, state)
     select format('+p%s@command.example', n), format('+p%s@command.example', n), 'Reddit',
            timestamptz '2026-03-01 12:00:00+00', timestamptz '2026-03-01 12:00:00+00', 'w1', 'joined'
       from generate_series(1, $1::int) as n`,
    [people],
  );
}

const select = 'select email from waitlist.entries';
type Row = { email: string };

/** The addresses on a list, read from PostgreSQL itself. */
export async function storedInPostgres(url: string): Promise<Set<string>> {
  const { rows } = await withClient(url, (client) => client.query<Row>(select));
  return new Set(rows.map(({ email }) => email));
}

/** The addresses on an embedded list that nobody has open. */
export async function storedInEmbedded(dataDir: string): Promise<Set<string>> {
  const rows = await served({ dataDir }, ({ query }) => query<Row>(select));
  return new Set(rows.map(({ email }) => email));
}
