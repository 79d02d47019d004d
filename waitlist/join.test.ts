import { expect, it } from 'vitest';
import { refusals } from '../content/messages.ts';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { served } from '../tests/support/entries.ts';
import { withClient } from '../tests/support/postgres.ts';
import { spec } from '../tests/support/specification.ts';
import { createJoin, type JoinRequest } from './join.ts';

const { test, postgres } = await openBothLists();

const request = (email: string, more: Partial<JoinRequest> = {}): JoinRequest => ({
  email,
  source: 'Masjid',
  clientAddress: '203.0.113.1',
  ...more,
});

const entriesLike = (database: Database, part: string) =>
  database.query<{ email: string; canonical: string; source: string }>(
    'select email, canonical, source, state from waitlist.entries where canonical like $1 order by id',
    [`%${part}%`],
  );

test('the first spelling of an address is stored as typed; the other spellings are the same one', async (database) => {
  const join = createJoin({ database });
  for (const [emails, stored] of [
    [[' Amina.Yusuf@Case.Example\n', 'AMINA.yusuf@case.example'], 'Amina.Yusuf@case.example'],
    [['bi.lal+app@gmail.com', 'bilal@googlemail.com', 'B.I.L.A.L@gmail.com'], 'bi.lal+app@gmail.com'],
    [['a.b@x.example', 'ab@x.example', 'ab+c@x.example'], 'a.b@x.example ab@x.example ab+c@x.example'],
    [['a@bücher.example', 'a@xn--bcher-kva.example', 'a@BÜCHER.example'], 'a@xn--bcher-kva.example'],
  ] as const) {
    await database.query('delete from waitlist.entries');
    for (const [index, email] of emails.entries())
      expect(await join(request(email, index === 0 ? {} : { source: 'cta' }))).toEqual({ success: true });
    const entries = await entriesLike(database, '');
    expect(entries.map(({ email }) => email).join(' ')).toBe(stored);
    expect(entries[0]).toMatchObject({ source: 'Masjid', state: 'joined' });
  }
});

test('all ten sources are known and no other', async (database) => {
  const join = createJoin({ database });
  for (const source of [...spec.sources, 'cta'])
    expect(await join(request('s@source.example', { source })), source).toEqual({ success: true });
  const error = 'Choose one of the answers to how you heard about us.';
  for (const source of ['', 'masjid', 'cta ', 'cta\u2028', 'x\0', '\ud800', 'Masjid'.repeat(1000)]) {
    const answer = await join(request('nobody@source.example', { source }));
    expect(answer, source).toEqual({ success: false, refusal: 'source', error });
  }
  expect(await entriesLike(database, 'source.example')).toHaveLength(1);
});

const refused = [
  '',
  ' ',
  'a',
  '@',
  'a@',
  '@b.example',
  'a@b',
  'a b@c.example',
  'a@b@c.example',
  'a@b..example',
  'a@.example',
  '.a@b.example',
  'a.@b.example',
  'a..b@c.example',
  'a@-b.example',
  'a@b-.example',
  'a@b.1',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  'a@b.example.',
  'é@b.example',
  '"a b"@c.example',
  'a\0@b.example',
  'a\ud800@b.example',
  'a\r\n@b.example',
  'a@b.example\r\nBcc: c@d.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(130)}example`,
  '<a@b.example>',
  'a@b_c.example',
  '+x@gmail.com',
  'a\u2028b@c.example',
  'a@bü\u2029ro.example',
  'a@bücher.example/path',
  'a@bücher.example:80',
  'a@b ü.example',
  'a'.repeat(100_000),
];

test('what cannot be an address is refused with a sentence', async (database) => {
  const join = createJoin({ database });
  const error = refusals.address;
  for (const email of refused) {
    const answer = await join(request(email));
    expect(answer, JSON.stringify(email.slice(0, 80))).toEqual({ success: false, refusal: 'address', error });
  }
});

test('unusual addresses that mail reaches are taken', async (database) => {
  const join = createJoin({ database });
  for (const email of [
    "o'neill@odd.example",
    'a+b=c@odd.example',
    '#!$%&*/?^_`{|}~@odd.example',
    '-a@odd.example',
    `${'a'.repeat(64)}@odd.example`,
    `a@${'b'.repeat(63)}.odd.example`,
    '1@odd.example',
    'a@b-c.odd.example',
    'a@1.odd.example',
    '\u200f\u202a\u2028a@büro.odd.example\u2029\u202c',
  ])
    expect(await join(request(email)), email).toEqual({ success: true });
  expect((await entriesLike(database, '.odd.')).at(-1)?.email).toBe('a@xn--bro-hoa.odd.example');
});

test('an address that left and joins again has agreed again, and keeps its first date', async (database) => {
  const join = createJoin({ database });
  await join(request('back@left.example'));
  await database.query(
    "update waitlist.entries set state = 'left', left_at = '2020-01-02', consent_wording = 'old', consented_at = '2020-01-01', joined_at = '2020-01-01' where canonical = 'back@left.example'",
  );
  expect(await join(request('back@left.example'))).toEqual({ success: true });
  const [entry] = await database.query(
    "select state, consent_wording <> 'old' and consented_at > '2020-01-02' as agreed_again, joined_at = '2020-01-01' as kept from waitlist.entries where canonical = 'back@left.example'",
  );
  expect(entry).toEqual({ state: 'joined', agreed_again: true, kept: true });
});

test('an entry that contradicts itself cannot be stored', async (database) => {
  await createJoin({ database })(request('checked@left.example'));
  for (const change of ["state = 'left'", "state = 'left', left_at = now(), confirmed_at = now()"])
    await expect(
      database.query(`update waitlist.entries set ${change} where canonical = 'checked@left.example'`),
      change,
    ).rejects.toThrow(/violates check constraint/);
});

test('if one address joins twice in a batch, the first spelling and source are kept', async (database) => {
  // The first joins of a process must also ask for the key of the day: that must not change who is first.
  const join = createJoin({ database });
  // Enough of them, and not in the order of the addresses, to show a sort that is not stable.
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const email = `p${(index * 7) % 20}@first.example`;
      return index < 20
        ? join({ email, source: 'YouTube', clientAddress: '' })
        : join({ email: email.toUpperCase(), source: 'cta', clientAddress: '' });
    }),
  );
  const stored = await entriesLike(database, '@first.example');
  expect(stored).toHaveLength(20);
  for (const { email, canonical, source } of stored) expect([email, source]).toEqual([canonical, 'YouTube']);
});

it.runIf(postgres)('a join that ends when its visitor was told that it failed is not stored', async () => {
  const databaseUrl = (await postgres?.createDatabase()) ?? '';
  await served({ databaseUrl }, async () => {});
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `create function public.wait_long() returns trigger language plpgsql as $$
         begin perform pg_catalog.pg_sleep(3.1); return new; end $$`,
    );
    await client.query(
      'create trigger waits before insert on waitlist.entries for each row execute function public.wait_long()',
    );
    const late = await client
      .query("select public.add_to_waitlist('late@example.org', 'cta')")
      .catch((error) => error);
    expect(late).toMatchObject({ code: '57014' });
    expect((await client.query('select from waitlist.entries')).rowCount).toBe(0);
  });
});
