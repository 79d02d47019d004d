import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { consent, consentDigest } from '../../content/messages.ts';
import { emailLinks } from '../../content/pages/email-links.ts';
import { neverAsked } from '../../content/pages/privacy/stored.ts';
import { privacy } from '../../content/pages/privacy.ts';
import { site } from '../../content/site.ts';
import { copyEmbeddedList, testFolder } from '../support/databases.ts';

const folder = testFolder();
copyEmbeddedList(folder);
/** A database with the product’s own migrations in it. One is enough: no test here undoes another. */
const database = await PGlite.create(join(folder, 'postgres'));
afterAll(() => database.close());

/**
 * Tables that hold nothing from a visitor: settings, the state of the list, when the founder was told news, our wordings and
 * announcements, total counts of joins and emails, the actions of operators, our servers.
 */
const impersonal = [
  'limits',
  'joins_of_minute',
  'wordings',
  'email_hours',
  'email_kinds',
  'settings',
  'list_state',
  'founder_news',
  'audit',
  'announcements',
  'servers',
];

const rowsIn = async (table: string) => (await database.query(`select from waitlist.${table}`)).rows.length;

test('the privacy policy lists exactly the columns that the database stores', async () => {
  const { rows } = await database.query<{ field: string }>(
    `select case table_schema when 'waitlist' then '' else table_schema || '.' end || table_name || '.' || column_name as field
       from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema', 'supabase_migrations')
        and not (table_schema = 'waitlist' and table_name = any ($1))`,
    [impersonal],
  );
  const listed = Object.entries(privacy.stored.tables).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect([...listed].sort()).toEqual(rows.map(({ field }) => field).sort());
});

test('nothing is stored with an entry that the privacy policy says is never asked', async () => {
  const { fields } = await database.query('select * from waitlist.entries');
  const words = new Set(fields.flatMap(({ name }) => name.split('_')));
  expect(words).toContain('email');
  for (const { what, columns } of neverAsked)
    for (const word of columns) expect(words, what).not.toContain(word);
});

test('each table is kept for as long as the policy says', async () => {
  const evening = '2030-01-01T23:30:00Z';
  await database.exec(`
    select public.add_to_waitlist('stranger@example.org', 'Friend');
    select waitlist.claim_email('worker', array['asking'], '{"not-me": "cc"}');
    select waitlist.follow_link('cc', 'not-me', 'link');
    select public.add_to_waitlist('kept@example.org', 'Friend');
    select waitlist.claim_email('worker', array['asking'], '{"confirm": "aa", "leave": "bb"}');
    select waitlist.client_key('${evening}')`);
  await database.query(
    "select waitlist.spend_allowances('client', array_fill('k'::text, array[120]), array_fill(null::text, array[120]), $1)",
    [evening],
  );
  await database.query("select public.add_to_waitlist('erased@example.org', 'Friend')");
  await database.query("select waitlist.erase_address('erased@example.org', 'person erase')");
  const tables = Object.keys(privacy.stored.tables);
  const kept = new Map<string, string>();
  for (const [instant, retention] of [
    [evening, 'swept at once'],
    ['2030-01-01T23:42:00Z', 'swept by the minute'],
    ['2030-01-02T00:01:00Z', 'swept at midnight'],
    ['2035-01-01T00:00:00Z', 'deleted with the backups'],
  ] as const) {
    await database.query('select waitlist.sweep(1000, $1)', [instant]);
    if (retention === 'deleted with the backups')
      await database.query('select waitlist.forget_erasures($1, $2)', [site.retention.backupDays, instant]);
    for (const table of tables) {
      if (!kept.has(table) && (await rowsIn(table)) === 0) kept.set(table, retention);
    }
  }
  await database.exec('delete from waitlist.entries');
  for (const table of tables) {
    if (!kept.has(table))
      kept.set(table, (await rowsIn(table)) === 0 ? 'erased with the entry' : 'outlives the entry');
  }
  for (const [table, { kept: promised }] of Object.entries(privacy.stored.tables)) {
    expect(kept.get(table), table).toBe(promised);
  }
});

test('the policy names each reason for no email, and each kind of bounce', async () => {
  const allowed = async (constraint: string) => {
    const { rows } = await database.query<{ rule: string }>(
      'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
      [constraint],
    );
    return [...(rows[0]?.rule ?? '').matchAll(/'([\w-]+)'::text/g)].map(([, value]) => value);
  };
  const named = {
    suppressions_reason_check: {
      'not-me': 'it was not you',
      complaint: 'marked an email as unwanted',
      unsubscribed: 'left another list of ours',
      bounce: 'your mailbox was not there',
    },
    outbox_bounced_check: {
      uncounted: 'came back',
      soft: 'came back',
      hard: 'came back',
      complaint: 'marked it as unwanted',
    },
  };
  const { suppressions, outbox } = privacy.stored.tables;
  const said = {
    suppressions_reason_check: suppressions?.columns.reason?.what,
    outbox_bounced_check: outbox?.columns.bounced?.what,
  };
  for (const constraint of ['suppressions_reason_check', 'outbox_bounced_check'] as const) {
    expect((await allowed(constraint)).toSorted()).toEqual(Object.keys(named[constraint]).toSorted());
    for (const words of Object.values(named[constraint])) expect(said[constraint]).toContain(words);
  }
});

test('the policy says what happens to somebody who does not answer', () => {
  const strangers = privacy.sectionsAfter.find(({ id }) => id === 'strangers')?.paragraphs.join(' ');
  const { reminderAfterDays, forgetSilentAfterDays } = site;
  expect(strangers?.includes('one more asks')).toBe(reminderAfterDays > 0);
  expect(strangers).toContain(
    forgetSilentAfterDays > 0
      ? `We erase the address ${forgetSilentAfterDays} days after we last asked`
      : 'We erase the address with the whole list',
  );
  expect(privacy.sectionsBefore.flatMap(({ points = [] }) => points).map(({ term }) => term)).toContain(
    'Until you answer our email',
  );
});

test('the right to object to a legitimate interest has a heading of its own', () => {
  expect(privacy.sectionsAfter.map(({ title }) => title)).toContain('Your right to object');
});

test('changed words of consent are a new version, but a new name is not', async () => {
  const { rows } = await database.query(
    'select version, words, confirmation from waitlist.wordings order by version desc limit 1',
  );
  const withSlots = (text: string) =>
    text.replaceAll(site.controller.name, '{controller}').replaceAll(site.name, '{name}');
  const words = withSlots(consent.text);
  const confirmation = withSlots(consent.confirmation);
  expect(rows).toEqual([{ version: consent.version, words, confirmation }]);
  const digest = createHash('sha256').update(`${words} ${confirmation}`).digest('hex').slice(0, 16);
  expect(digest, 'other words need another version: then write this digest').toBe(consentDigest);
});

test('the consent names the controller, the data, the purpose, the faith and the age', () => {
  const purposeAndFaith = ['beta, the launch and new articles', 'explicitly consent', 'religion'];
  for (const part of [
    site.controller.name,
    site.name,
    'email address',
    ...purposeAndFaith,
    `I am ${site.minimumAge} or over`,
    'leave at any time',
  ])
    expect(consent.text).toContain(part);
});

test('the page behind Yes asks for explicit consent, and its button gives it', () => {
  const { details: words, button } = emailLinks.confirm;
  for (const part of [site.controller.name, 'explicitly consent', 'emailing me', 'religion'])
    expect(words).toContain(part);
  expect(button).toBe('Yes, this is me, and I consent');
});
