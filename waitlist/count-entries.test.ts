import fc from 'fast-check';
import { test } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { expectExactCounts } from '../tests/support/exact-counts.ts';
import { seedOfTest } from '../tests/support/seed.ts';

const { databases } = await openBothDatabases();

const person = fc.nat(30);
const source = fc.constantFrom('cta', 'Friend', 'Masjid');
const nobody = 'array_fill(null::text, array[3])';
/** Many near the edges of a day and of a week, which are counted in whole hours and in the minutes of a partial one. */
const minutesAgo = fc.oneof(
  fc.nat(62),
  fc.integer({ min: 1_310, max: 1_442 }),
  fc.integer({ min: 9_950, max: 10_082 }),
  fc.constantFrom(11_520, 40_000, 200_000),
);
const address = (number: number) => `p${number}@counted.example`;

/** One statement as the product, its desk or its owner runs it. */
const statement = fc.oneof(
  fc
    .tuple(person, person, person, source, fc.boolean(), minutesAgo)
    .map(
      ([one, two, three, from, isBusy, ago]) =>
        `select waitlist.join_set(array['${address(one)}', '${address(two)}', '${address(three)}'], array_fill('${from}'::text, array[3]), ${nobody}, ${nobody}, ${nobody}, '{"busy": ${isBusy ? 1 : 1e9}, "everyone": 1000000000}', now() - interval '${ago} minutes')`,
    ),
  fc
    .tuple(person, source)
    .map(([who, from]) => `select waitlist.import_set(array['${address(who)}'], array['${from}'])`),
  person.map((who) => `update waitlist.entries set state = 'left' where canonical = '${address(who)}'`),
  person.map(
    (who) =>
      `update waitlist.entries set confirmed_at = now() where canonical = '${address(who)}' and state = 'joined'`,
  ),
  person.map(
    (who) => `update waitlist.entries set during_flood = false where canonical >= '${address(who)}'`,
  ),
  person.map((who) => `delete from waitlist.entries where canonical = '${address(who)}'`),
  fc
    .tuple(person, minutesAgo)
    .map(
      ([who, ago]) =>
        `update waitlist.entries set joined_at = now() - interval '${ago} minutes' where canonical > '${address(who)}'`,
    ),
  fc.nat(5).map((most) => `select waitlist.fold_changes(${most})`),
  fc.constant('select waitlist.sweep()'),
  fc.constant('select waitlist.recount_entries()'),
);

test.for(databases)(
  '$kind: the counts are those of the people who are there, whatever happened to them',
  async ({ database }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 12 }), async (statements) => {
        for (const sql of statements) await database.query(sql);
        await expectExactCounts(database);
      }),
      { numRuns: 25, seed: seedOfTest() },
    );
    await database.query('truncate waitlist.entries');
    await expectExactCounts(database);
  },
);

test.for(databases)(
  '$kind: the counts are exact after joins, departures, erasures and sweeps at once',
  async ({ database }) => {
    // Few enough that none waits for a connection, which on a busy machine would be an error of its own.
    const workers = Array.from({ length: 4 }, async (_, worker) => {
      for (let turn = worker; turn < 40; turn += 4) {
        for (const sql of [
          `select waitlist.join_set(array_agg('at-once' || n || '@counted.example'), array_agg('cta'::text), array_agg(null::text), array_agg(null::text), array_agg(null::text)) from generate_series(${turn}, ${turn + 20}) as n`,
          `update waitlist.entries set state = 'left' where canonical = 'at-once${turn}@counted.example'`,
          `delete from waitlist.entries where canonical = 'at-once${turn - 3}@counted.example'`,
          'select waitlist.sweep(pages => 1)',
        ])
          await database.query(sql);
      }
    });
    await Promise.all(workers);
    await expectExactCounts(database);
  },
);
