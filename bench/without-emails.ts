import { readFileSync } from 'node:fs';
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts';

/** Where a join was decided before it also wrote down its consent and the email it is owed. */
const formerJoin = 'supabase/migrations/20261122090200_join.sql';

/** Makes joins in a database what they were before there were emails, for both to be measured in one run. */
export async function forgetEmails(options: DatabaseOptions): Promise<void> {
  const [definition] =
    /create function waitlist\.join_set\(.*?\n\$\$;/s.exec(readFileSync(formerJoin, 'utf8')) ?? [];
  if (!definition) throw new Error(`${formerJoin} has no waitlist.join_set.`);
  const database = await openDatabase(options);
  await database.query(definition.replace(/^create/, 'create or replace'));
  await database.close();
}
