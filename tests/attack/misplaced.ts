import type { Database } from '../../database/database.ts';
import type { Visit } from './visitor.ts';

/**
 * Compares the answers that visitors got with what is stored.
 * Returns in plain words how many acknowledged joins are missing and how many refused ones are stored; empty when all is well.
 */
export async function misplaced(visits: Visit[], query: Database['query']): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `select email from waitlist.entries where email like '%@visitor.example'`,
  );
  const stored = new Set(rows.map(({ email }) => email));
  const of = (outcomes: Visit['outcome'][]) =>
    visits.flatMap(({ outcome, email }) => (email && outcomes.includes(outcome) ? [email] : []));
  const missing = of(['ok']).filter((email) => !stored.has(email)).length;
  const uninvited = of(['refused', 'unavailable']).filter((email) => stored.has(email)).length;
  return [
    ...(missing > 0 ? [`${missing} acknowledged visitors are not stored`] : []),
    ...(uninvited > 0 ? [`${uninvited} refused visitors are stored`] : []),
  ];
}
