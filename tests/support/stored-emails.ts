import { openDatabase } from '../../database/open-database.ts';
import { withClient } from './postgres-client.ts';

const select = 'select email from waitlist.entries';
type Row = { email: string };

/** The addresses on a list, read from PostgreSQL itself. */
export async function storedInPostgres(url: string): Promise<Set<string>> {
  const { rows } = await withClient(url, (client) => client.query<Row>(select));
  return new Set(rows.map(({ email }) => email));
}

/** The addresses on an embedded list that nobody has open. */
export async function storedInEmbedded(dataDir: string): Promise<Set<string>> {
  const database = await openDatabase({ dataDir });
  const rows = await database.query<Row>(select);
  await database.close();
  return new Set(rows.map(({ email }) => email));
}
