-- What the founder's tool (cli/) needs in the database: the number of people, a way in for a file of people, and all that is held
-- about a person.

-- Counts the next people after an entry by the day and hour of joining on a time zone's clocks, their source, the domain of their
-- address and their standing, how many of them were sent the email that asks for a yes, or have answered it, and how many have
-- confirmed after a reminder. It gives a page (waitlist/pages.ts).
create function waitlist.count_people(time_zone text, after bigint, page_size integer)
returns table (
  day text, hour text, source text, domain text, standing text, count integer, emailed integer, after_reminder integer,
  last_24_hours integer, last_7_days integer, page_end bigint
)
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read whole tables for a few rows (decision 6).
set enable_seqscan = off
set enable_sort = off
set jit = off
as $$
  with page as materialized (
    select id, email, source, joined_at, confirmed_at from waitlist.entries where id > after order by id limit page_size
  )
  select to_char(hours.hour, 'YYYY-MM-DD'), to_char(hours.hour, 'HH24'), page.source, split_part(page.email, '@', 2),
         standings.standing, count(*)::integer,
         count(*) filter (where page.confirmed_at is not null or emails.was_asked)::integer,
         count(*) filter (where standings.standing = 'confirmed' and emails.reminded_at < page.confirmed_at)::integer,
         count(*) filter (where page.joined_at >= now() - interval '24 hours')::integer,
         count(*) filter (where page.joined_at >= now() - interval '7 days')::integer,
         (select max(id) from page)
    from page
    join waitlist.standings(array(select id from page)) as standings on standings.id = page.id
         -- By the index, for each person: for "exists" PostgreSQL would read all emails for every page.
         cross join lateral (
           select bool_or(kinds.on_join and outbox.state = 'sent') as was_asked,
                  min(outbox.transmitted_at) filter (where kinds.reminds_of is not null) as reminded_at
             from waitlist.outbox join waitlist.email_kinds as kinds on kinds.kind = outbox.kind
            where outbox.entry_id = page.id) as emails,
         lateral (select date_trunc('hour', page.joined_at at time zone time_zone)) as hours (hour)
   group by hours.hour, page.source, split_part(page.email, '@', 2), standings.standing
$$;

-- The one way in for people in a file: a new person joins, unless it is a rehearsal. A known one stays as they are, and one who left
-- comes back by asking for it, never by somebody's file. No visitor stands behind them: they count towards no limit.
create function waitlist.import_batch(joins jsonb, is_rehearsal boolean)
returns table (error text, canonical text, is_known boolean)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := clock_timestamp();
  join_columns constant record := waitlist.columns_of_joins(joins);
  tidied constant record := waitlist.tidy_addresses(join_columns.emails, join_columns.sources);
  -- 'known' is no refusal for the caller: such a person stays as they are.
  refusals constant text[] := array(
    select coalesce(given.refusal, case entry_row.state when 'left' then 'left' when 'joined' then 'known' end)
      from unnest(tidied.canonicals, tidied.refusals) with ordinality as given (canonical, refusal, position)
      left join waitlist.entries as entry_row on entry_row.canonical = given.canonical
     order by given.position);
begin
  if not is_rehearsal then
    perform waitlist.store_joins(joins, tidied.emails, tidied.canonicals, refusals, at);
  end if;
  return query
  select waitlist.refusal_sentence(nullif(given.refusal, 'known')), given.canonical, given.refusal is not distinct from 'known'
    from unnest(tidied.canonicals, refusals) with ordinality as given (canonical, refusal, position) order by given.position;
end
$$;

-- All that is held about an address: the rows of its entry in every table with a column entry_id, the words that were agreed to,
-- what is kept under a code of the address, and what other entries have of it (waitlist.emails_to). Gives null when there is nothing.
create function waitlist.person_data(address text, out data jsonb)
language plpgsql stable
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  person_id constant bigint := (select id from waitlist.entries where canonical = address);
  table_name text;
  rows jsonb;
begin
  select jsonb_build_object(
           'entries', (
             select coalesce(jsonb_agg(to_jsonb(entries)), '[]') from waitlist.entries as entries where id = person_id),
           'suppressions', (
             select coalesce(jsonb_agg(to_jsonb(suppressions)), '[]') from waitlist.suppressions as suppressions
              where mailbox_code = any (waitlist.mailbox_codes(address))),
           'erasures', (
             select coalesce(jsonb_agg(to_jsonb(erasures)), '[]') from waitlist.erasures as erasures
              where address_code = any (waitlist.address_codes(address))),
           'wordings', (
             select coalesce(jsonb_agg(to_jsonb(wordings) order by version), '[]') from waitlist.wordings as wordings
              where version in (select wording from waitlist.evidence where entry_id = person_id)))
    into data;
  for table_name in
    select tables.relname::text
      from pg_class as tables
      join pg_attribute as columns on columns.attrelid = tables.oid and columns.attname = 'entry_id' and not columns.attisdropped
     where tables.relnamespace = 'waitlist'::regnamespace and tables.relkind = 'r'
     order by tables.relname
  loop
    execute format('select coalesce(jsonb_agg(to_jsonb(owned)), ''[]'') from waitlist.%I as owned where owned.entry_id = $1', table_name)
      into rows using person_id;
    data := data || jsonb_build_object(table_name, rows);
  end loop;
  -- Without the number of the entry, which has another address.
  data := jsonb_set(data, '{outbox}', (data -> 'outbox') || (
    select coalesce(jsonb_agg(to_jsonb(email) - 'entry_id'), '[]') from waitlist.emails_to(address) as email
     where email.entry_id is distinct from person_id));
  if not exists (select from jsonb_each(data) as part where part.value <> '[]') then
    data := null;
  end if;
end
$$;
