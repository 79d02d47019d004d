import { setPriority } from 'node:os';
import type { Client } from 'pg';
import { withClient } from '../tests/support/postgres.ts';

/** Rows for each statement. */
const batchSize = 250_000;

/** How many wait for their welcome, in a list of any length. */
const waiting = 500;

/** Indexes whose rows come in random order: making them at the end takes minutes, maintaining them meanwhile an hour. */
const randomIndexes = ['entries_canonical_key', 'outbox_pkey', 'email_links_pkey'];

/** The address of a person by their number, in SQL. Addresses are in random order in their index, as people's are. */
const address = (person: string) => `(md5(${person}::text) || '@mail' || ${person} % 50 || '.example')`;

/** A statement that returns it as `email`. */
export const selectAddress = (person: number) => `select ${address(String(person))} as email`;

/**
 * What so many people leave behind in ninety days, on a list whose numbers begin at 1: all ten sources in turn, three of a
 * hundred have left, three of five have confirmed; evidence, a sent welcome and its three links for each.
 */
const steps = [
  `insert into waitlist.entries
     (email, canonical, source, joined_at, consented_at, consent_wording, state, left_at, confirmed_at, network_mark)
   select address, address, (waitlist.sources())[1 + n % 10], at, at, (select max(version) from waitlist.wordings),
          case when hundredth < 3 then 'left' else 'joined' end,
          case when hundredth < 3 then at + interval '1 hour' end,
          case when hundredth between 40 and 99 then at + interval '5 minutes' end,
          case when hundredth < 40 then left(md5((n / 3)::text), 8) end
     from (select n, ${address('n')} as address, now() - interval '90 days' * (1 - n::double precision / $3) as at,
                  case when n <= $3 - ${waiting} then n % 100 else 100 end as hundredth
             from generate_series($1::int, $2::int) as n) as people`,
  `insert into waitlist.evidence (entry_id, at, event, via, wording)
   select id, at, event, via, consent_wording
     from waitlist.entries,
          lateral (values (consented_at, 'agreed', source), (confirmed_at, 'confirmed', 'link'), (left_at, 'withdrew', 'one-click'))
            as happened (at, event, via)
    where id between $1 and $2 and $3 > 0 and at is not null
    order by id`,
  `insert into waitlist.outbox
     (entry_id, kind, queued_at, state, due_at, tries, transmitted_at, to_email, to_canonical, reply)
   select id, 'welcome', joined_at, sent.state, joined_at, sent.tries, sent.at, email, canonical, sent.reply
     from waitlist.entries,
          lateral (select case when id > $3 - ${waiting} then 'waiting' else 'sent' end as state) as now,
          lateral (select now.state, (now.state = 'sent')::int as tries,
                          case when now.state = 'sent' then joined_at + interval '1 second' end as at,
                          case when now.state = 'sent' then '250 2.0.0 Ok: queued as ' || id end as reply) as sent
    where id between $1 and $2
    order by id`,
  `insert into waitlist.email_links (hash, entry_id, purpose)
   select sha256(uuid_send(gen_random_uuid())), id, purpose
     from generate_series($1::bigint, $2::bigint) as id, unnest(array['confirm', 'leave', 'not-me', 'place']) as purpose
    where id <= $3 - ${waiting}`,
];

const tries = `
  insert into waitlist.rate_limits (limit_name, key, full_again_at, granted)
  select name, md5(n::text), now() + interval '20 minutes' * random(), 1
    from generate_series(1, least(300000, greatest(10000, $1::int / 30))) as n, unnest(array['client', 'network']) as name`;

/** Fills an empty list that has been migrated. Takes minutes for ten million, at low priority. */
export async function fillLongList(databaseUrl: string, rows: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows: server } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    setPriority(server[0]?.pid ?? 0, 10);
    await client.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0");
    const makeIndexes = await dropIndexes(client);
    for (const step of steps) {
      for (let first = 1; first <= rows; first += batchSize) {
        await client.query(step, [first, Math.min(first + batchSize - 1, rows), rows]);
      }
    }
    for (const make of makeIndexes) await client.query(make);
    // As the sweep, autovacuum and the checkpointer would have by then.
    await client.query('select waitlist.sweep()');
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
}

/**
 * The limits' counts of ten busy minutes: as many clients as the breaker lets in, or the fewest that fill a sweep's batches.
 * They age, so all lists that are compared get them at the same time.
 */
export async function fillTries(databaseUrl: string, rows: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(tries, [rows]);
    await client.query('vacuum (analyze) waitlist.rate_limits');
  });
}

/** Returns the statements that make them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select case when held.oid is null then format('drop index waitlist.%I', index.relname)
                 else format('alter table %s drop constraint %I', kept.indrelid::regclass, held.conname) end as drop,
            case when held.oid is null then pg_get_indexdef(kept.indexrelid)
                 else format('alter table %s add constraint %I %s', kept.indrelid::regclass, held.conname, pg_get_constraintdef(held.oid)) end as make
       from pg_index as kept
       join pg_class as index on index.oid = kept.indexrelid
       left join pg_constraint as held on held.conindid = kept.indexrelid
      where index.relname = any ($1)`,
    [randomIndexes],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}
