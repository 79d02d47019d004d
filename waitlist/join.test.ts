import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { spec } from '../tests/words/specification.ts';
import { createJoin, type JoinRequest } from './join.ts';

const { databases } = await openBothDatabases();

const request = (email: string, more: Partial<JoinRequest> = {}): JoinRequest => ({
  email,
  source: 'Masjid',
  client: '203.0.113.1',
  ...more,
});

const entriesLike = (database: Database, part: string) =>
  database.query<{
    email: string;
    canonical: string;
    source: string;
    state: string;
    consent_wording: string;
  }>(
    'select email, canonical, source, state, consent_wording from waitlist.entries where canonical like $1',
    [`%${part}%`],
  );

test.for(databases)('$kind: a join is stored as typed, once whatever its case', async ({ database }) => {
  const join = createJoin({ database });
  expect(await join(request(' Amina.Yusuf@Case.Example\n'))).toEqual({ success: true });
  expect(await join(request('AMINA.yusuf@case.example', { source: 'cta' }))).toEqual({ success: true });
  expect(await entriesLike(database, 'case.example')).toEqual([
    {
      email: 'Amina.Yusuf@case.example',
      canonical: 'amina.yusuf@case.example',
      source: 'Masjid',
      state: 'joined',
      consent_wording: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ]);
});

test.for(databases)('$kind: Gmail ignores dots and plus; others do not', async ({ database }) => {
  const join = createJoin({ database });
  for (const email of ['bi.lal+app@gmail.com', 'bilal@googlemail.com', 'B.I.L.A.L@gmail.com'])
    await join(request(email));
  for (const email of ['bi.lal@plus.example', 'bilal@plus.example', 'bilal+app@plus.example'])
    await join(request(email));
  expect((await entriesLike(database, 'bilal@gmail.com')).map(({ email }) => email)).toEqual([
    'bi.lal+app@gmail.com',
  ]);
  expect(await entriesLike(database, 'plus.example')).toHaveLength(3);
});

test.for(databases)('$kind: a domain in another script is one with its punycode', async ({ database }) => {
  const join = createJoin({ database });
  await join(request('a@bücher.example'));
  await join(request('a@xn--bcher-kva.example'));
  await join(request('a@BÜCHER.example'));
  expect(await entriesLike(database, 'xn--bcher')).toHaveLength(1);
});

test.for(databases)('$kind: all ten sources are known and no other', async ({ database }) => {
  const join = createJoin({ database });
  for (const [index, source] of [...spec.sources, 'cta'].entries()) {
    expect(await join(request(`s${index}@source.example`, { source }))).toEqual({ success: true });
  }
  for (const source of ['', 'masjid', 'Twitter', 'cta ', 'x\0', '\ud800', 'Masjid'.repeat(1000)]) {
    expect(await join(request('nobody@source.example', { source }))).toEqual({
      success: false,
      refusal: 'source',
      error: 'Choose one of the answers to how you heard about us.',
    });
  }
  expect(await entriesLike(database, 'source.example')).toHaveLength(10);
});

test.for(databases)('$kind: what cannot be an address is refused with a sentence', async ({ database }) => {
  const join = createJoin({ database });
  const refused = [
    ...[
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
    ],
    ...[
      '.a@b.example',
      'a.@b.example',
      'a..b@c.example',
      'a@-b.example',
      'a@b-.example',
      'a@b.1',
      'a@127.0.0.1',
    ],
    ...[
      'a@[127.0.0.1]',
      'a@b.example.',
      'é@b.example',
      '"a b"@c.example',
      'a\0@b.example',
      'a\ud800@b.example',
    ],
    ...[
      'a\r\n@b.example',
      'a@b.example\r\nBcc: c@d.example',
      '<a@b.example>',
      'a@b_c.example',
      '+x@gmail.com',
    ],
    ...[`${'a'.repeat(65)}@b.example`, `a@${'b'.repeat(64)}.example`, `a@${'b.'.repeat(130)}example`],
    'a'.repeat(100_000),
  ];
  for (const email of refused) {
    expect(await join(request(email)), JSON.stringify(email.slice(0, 80))).toEqual({
      success: false,
      refusal: 'address',
      error: 'That does not look like a complete email address. Check it and try again.',
    });
  }
});

test.for(databases)('$kind: unusual addresses that mail reaches are taken', async ({ database }) => {
  const join = createJoin({ database });
  const taken = [
    ...[
      "o'neill@odd.example",
      'a+b=c@odd.example',
      '#!$%&*/?^_`{|}~@odd.example',
      '-a@odd.example',
      '1@odd.example',
    ],
    ...[
      `${'a'.repeat(64)}@odd.example`,
      `a@${'b'.repeat(63)}.odd.example`,
      'a@b-c.odd.example',
      'a@1.odd.example',
    ],
    '\u200f\u202aa@marks.odd.example\u202c',
  ];
  for (const email of taken) expect(await join(request(email)), email).toEqual({ success: true });
  expect((await entriesLike(database, 'marks.odd'))[0]?.email).toBe('a@marks.odd.example');
});

test.for(databases)(
  '$kind: an address that left is back when it joins again, and keeps the date of its first join',
  async ({ database }) => {
    const join = createJoin({ database });
    await join(request('back@left.example'));
    await database.query(
      "update waitlist.entries set state = 'left', consent_wording = 'old', joined_at = '2020-01-01' where canonical = 'back@left.example'",
    );
    expect(await join(request('back@left.example'))).toEqual({ success: true });
    const [entry] = await database.query<{ state: string; wording: string; year: number }>(
      "select state, consent_wording as wording, extract(year from joined_at)::int as year from waitlist.entries where canonical = 'back@left.example'",
    );
    expect(entry).toEqual({ state: 'joined', wording: expect.not.stringMatching('old'), year: 2020 });
  },
);

test.for(databases)(
  '$kind: five hundred joins of one address at once leave one row',
  async ({ database }) => {
    const joins = [createJoin({ database }), createJoin({ database }), createJoin({ database })];
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        joins[index % 3]?.(
          request(index % 2 ? 'one@crowd.example' : 'ONE@Crowd.Example', { client: `10.${index % 250}.0.1` }),
        ),
      ),
    );
    expect(answers.every((answer) => answer?.success)).toBe(true);
    expect(await entriesLike(database, 'crowd.example')).toHaveLength(1);
  },
);

test.for(databases)('$kind: a row that the database rejects fails alone', async ({ database }) => {
  await database.query(
    "alter table waitlist.entries add constraint poison check (canonical <> 'poison@apart.example')",
  );
  const join = createJoin({ database });
  const names = ['one', 'two', 'poison', 'three', 'four', 'five'];
  const answers = await Promise.allSettled(names.map((name) => join(request(`${name}@apart.example`))));
  await database.query('alter table waitlist.entries drop constraint poison');
  expect(answers.map(({ status }) => status === 'fulfilled')).toEqual(names.map((name) => name !== 'poison'));
  expect(await entriesLike(database, 'apart.example')).toHaveLength(5);
  const [failure] = answers.filter((answer) => answer.status === 'rejected');
  expect(JSON.stringify(failure?.reason, Object.getOwnPropertyNames(failure?.reason))).not.toContain(
    '@apart.example',
  );
});

test.for(databases)('$kind: settled resolves only when nothing is under way', async ({ database }) => {
  const join = createJoin({ database });
  let answered = 0;
  for (let index = 0; index < 20; index += 1)
    void join(request(`${index}@settled.example`)).then(() => (answered += 1));
  await join.settled();
  expect(answered).toBe(20);
});
