import { readFileSync } from 'node:fs';
import type { DatabaseOptions } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';

/** Its `join_set` is the last one that stores neither the evidence of consent nor the email that is owed. */
const formerMigration = 'supabase/migrations/20261122090200_join.sql';

/** Replaces `join_set` in a database by that of before there were emails, so that one run measures both. */
export async function installFormerJoin(options: DatabaseOptions): Promise<void> {
  const [definition] =
    /create function waitlist\.join_set\(.*?\n\$\$;/s.exec(readFileSync(formerMigration, 'utf8')) ?? [];
  if (!definition) throw new Error(`${formerMigration} has no waitlist.join_set.`);
  const database = await openDatabase(options);
  await database.query(definition.replace(/^create/, 'create or replace'));
  await database.close();
}
