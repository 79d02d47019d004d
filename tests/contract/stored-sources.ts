import type { Database } from '../../database/database.ts';

/** The sources stored for an address, whatever its case: one or none. */
export async function storedSourcesIn(database: Database, email: string): Promise<string[]> {
  const rows = await database.query<{ source: string }>(
    'select source from waitlist.entries where lower(email) = lower($1)',
    [email],
  );
  return rows.map(({ source }) => source);
}
