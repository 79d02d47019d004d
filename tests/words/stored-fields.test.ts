import { createHash } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { consent, refusals } from '../../content/messages.ts';
import { privacy } from '../../content/pages/privacy.ts';
import { waitlistSources } from '../../content/site.ts';
import { readMigrations } from '../../database/migrations.ts';

/** A database in memory with the product’s own migrations in it. One is enough: no test here undoes another. */
const database = await PGlite.create();
afterAll(() => database.close());
for (const { sql } of readMigrations()) await database.exec(sql);

/** Tables that hold settings of ours and nothing that comes from a visitor. */
const settings = ['limits'];

test('the privacy policy lists every column that the database stores, and none that it does not', async () => {
  const { rows } = await database.query<{ field: string }>(
    `select case table_schema when 'waitlist' then '' else table_schema || '.' end || table_name || '.' || column_name as field
       from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema', 'supabase_migrations')
        and not (table_schema = 'waitlist' and table_name = any ($1))`,
    [settings],
  );
  const listed = privacy.stored.fields.map(({ table, column }) => `${table}.${column}`);
  expect(rows.length).toBeGreaterThan(0);
  expect([...listed].sort()).toEqual(rows.map(({ field }) => field).sort());
});

test('the address is used as the policy says: mail to one spelling, one entry for all spellings', async () => {
  const join = (email: string) => database.query('select public.add_to_waitlist($1, $2)', [email, 'Friend']);
  await join('Amina.Test@EXAMPLE.org');
  await join('amina.test@example.org');
  const { rows } = await database.query('select email, canonical, state from waitlist.entries');
  expect(rows).toEqual([
    { email: 'Amina.Test@example.org', canonical: 'amina.test@example.org', state: 'joined' },
  ]);
});

test('the words beside the forms are the version that is stored with each entry', async () => {
  const { rows } = await database.query<{ version: string }>('select waitlist.consent_wording() as version');
  expect(rows[0]?.version).toBe(consent.version);
});

test('a change of the agreed words is a new version', () => {
  const digest = createHash('sha256').update(consent.text).digest('hex').slice(0, 16);
  expect({ [consent.version]: digest }).toEqual({ '2026-11-21': '107d2616e4812e6c' });
});

test('the database knows the sources that the dialog offers, and cta', async () => {
  const { rows } = await database.query<{ sources: string[] }>('select waitlist.sources() as sources');
  expect(rows[0]?.sources).toEqual([...waitlistSources, 'cta']);
});

test('the pages without script refuse in the database’s own sentences', async () => {
  const { rows } = await database.query<{ address: string; too_many: string }>(
    `select waitlist.refusal_sentence('address') as address, waitlist.refusal_sentence('too-many') as too_many`,
  );
  expect(rows[0]).toEqual({ address: refusals.address, too_many: refusals.tooMany });
});
