-- How many are on the list, added up as they join: counting ten million anew takes seconds (decision 47).
-- Every statement that touches entries appends what it changed; the sweep adds that up. Nothing is updated in place while
-- people join, so no join waits for another one's count, and a long dump slows none.

create table waitlist.entry_changes (
  minute timestamptz not null,
  source text not null,
  joined integer not null,
  confirmed integer not null,
  during_flood integer not null,
  departed integer not null
);

create table waitlist.entry_counts (
  grain text not null check (grain in ('day', 'hour', 'minute')),
  starts_at timestamptz not null,
  source text collate "C" not null,
  joined integer not null,
  confirmed integer not null,
  during_flood integer not null,
  departed integer not null,
  primary key (grain, starts_at, source)
);

comment on table waitlist.entry_changes is 'What statements changed in the counts since the last sweep: differences, which may be negative.';
comment on table waitlist.entry_counts is 'How many there are by the day of joining and source. Of the last days also by hour and by minute, of all sources together. With the differences in entry_changes they are exact.';
comment on column waitlist.entry_counts.joined is 'On the list now.';
comment on column waitlist.entry_counts.confirmed is 'Of those on the list.';
comment on column waitlist.entry_counts.during_flood is 'Of those on the list.';
comment on column waitlist.entry_counts.departed is 'Left the list.';

alter table waitlist.entry_changes enable row level security;
alter table waitlist.entry_counts enable row level security;

-- The beginning of a minute, an hour or a day, in UTC.
create function waitlist.beginning(grain text, moment timestamptz) returns timestamptz
language sql immutable parallel safe
as $$
  select date_bin(('1 ' || grain)::interval, moment, timestamptz '2000-01-01 00:00:00+00')
$$;

create function waitlist.note_changes() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into waitlist.entry_changes
    select date_bin('1 minute', joined_at, timestamptz '2000-01-01 00:00:00+00'), source,
           count(*) filter (where state = 'joined'),
           count(*) filter (where state = 'joined' and confirmed_at is not null),
           count(*) filter (where state = 'joined' and during_flood),
           count(*) filter (where state = 'left')
      from added
     group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into waitlist.entry_changes
    select date_bin('1 minute', joined_at, timestamptz '2000-01-01 00:00:00+00'), source,
           -count(*) filter (where state = 'joined'),
           -count(*) filter (where state = 'joined' and confirmed_at is not null),
           -count(*) filter (where state = 'joined' and during_flood),
           -count(*) filter (where state = 'left')
      from removed
     group by 1, 2;
  else
    delete from waitlist.entry_changes;
    delete from waitlist.entry_counts;
  end if;
  return null;
end
$$;

-- For each row that changes its place in the counts: an upsert of new people, as nearly every join, has none, and a trigger for
-- the statement would cost a join alone a tenth of its time.
create function waitlist.note_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into waitlist.entry_changes
  select date_bin('1 minute', changed.joined_at, timestamptz '2000-01-01 00:00:00+00'), changed.source,
         case when changed.state = 'joined' then sign else 0 end,
         case when changed.state = 'joined' and changed.confirmed_at is not null then sign else 0 end,
         case when changed.state = 'joined' and changed.during_flood then sign else 0 end,
         case when changed.state = 'left' then sign else 0 end
    from (select -1 as sign, old.* union all select 1, new.*) as changed;
  return null;
end
$$;

create trigger note_added after insert on waitlist.entries
  referencing new table as added
  for each statement execute function waitlist.note_changes();
create trigger note_changed after update on waitlist.entries
  for each row when (
    (old.joined_at, old.source, old.state, old.confirmed_at is null, old.during_flood)
    is distinct from (new.joined_at, new.source, new.state, new.confirmed_at is null, new.during_flood))
  execute function waitlist.note_change();
create trigger note_removed after delete on waitlist.entries
  referencing old table as removed
  for each statement execute function waitlist.note_changes();
create trigger note_emptied after truncate on waitlist.entries
  for each statement execute function waitlist.note_changes();

-- Adds up so many changes (null for all) and gives how many there were. Of hours and minutes those of eight days are kept:
-- stats asks for seven. Several may run: each takes what no other holds.
create function waitlist.fold_changes(most integer default null, moment timestamptz default null) returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  oldest constant timestamptz := waitlist.beginning('hour', coalesce(moment, clock_timestamp()) - interval '8 days');
  folded integer;
begin
  with taken as (
    delete from waitlist.entry_changes
     where ctid = any (array(select ctid from waitlist.entry_changes limit most for update skip locked))
    returning *
  ), grained as (
    select 'day' as grain, minute, source, joined, confirmed, during_flood, departed from taken
    union all
    select grain, minute, '', joined, 0, 0, 0 from taken, unnest(array['hour', 'minute']) as grain where minute >= oldest
  ), added as (
    -- Sorted, so that two that fold at once cannot deadlock.
    insert into waitlist.entry_counts as known
    select grain, waitlist.beginning(grain, minute), source, sum(joined), sum(confirmed), sum(during_flood), sum(departed)
      from grained
     group by 1, 2, 3
     order by 1, 2, 3
    on conflict (grain, starts_at, source) do update
       set joined = known.joined + excluded.joined,
           confirmed = known.confirmed + excluded.confirmed,
           during_flood = known.during_flood + excluded.during_flood,
           departed = known.departed + excluded.departed
  )
  select count(*) into folded from taken;
  return folded;
end
$$;

-- Who joined at this moment or later, counted from the beginning of its minute, and is on the list.
create function waitlist.joined_since(moment timestamptz) returns integer
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with edge as (
    select waitlist.beginning('minute', moment) as minute, waitlist.beginning('hour', moment) + interval '1 hour' as next_hour
  )
  select (
      coalesce((select sum(joined) from waitlist.entry_counts, edge where grain = 'hour' and starts_at >= next_hour), 0)
    + coalesce((select sum(joined) from waitlist.entry_counts, edge
                 where grain = 'minute' and starts_at >= edge.minute and starts_at < next_hour), 0)
    + coalesce((select sum(joined) from waitlist.entry_changes, edge where entry_changes.minute >= edge.minute), 0)
  )::integer
$$;

-- How many there are by the day of joining, in UTC, and by source.
create function waitlist.count_entries(
  out day text, out source text, out joined integer, out confirmed integer, out during_flood integer, out departed integer
) returns setof record
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select to_char(counted.starts_at at time zone 'UTC', 'YYYY-MM-DD'), counted.source, sum(counted.joined)::integer,
         sum(counted.confirmed)::integer, sum(counted.during_flood)::integer, sum(counted.departed)::integer
    from (
      select starts_at, source, joined, confirmed, during_flood, departed from waitlist.entry_counts where grain = 'day'
      union all
      select waitlist.beginning('day', minute), source, joined, confirmed, during_flood, departed from waitlist.entry_changes
    ) as counted
   group by counted.starts_at, counted.source
  having sum(counted.joined) <> 0 or sum(counted.departed) <> 0
   order by counted.starts_at, counted.source
$$;

-- Counts everybody anew, while nobody joins: for rows that came by a way without triggers. Ten million take some ten seconds.
create function waitlist.recount_entries() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table waitlist.entries in share row exclusive mode;
  delete from waitlist.entry_changes;
  delete from waitlist.entry_counts;
  insert into waitlist.entry_changes
  select case when joined_at < now() - interval '9 days' then date_bin('1 day', joined_at, timestamptz '2000-01-01 00:00:00+00')
              else date_bin('1 minute', joined_at, timestamptz '2000-01-01 00:00:00+00') end,
         source,
         count(*) filter (where state = 'joined'),
         count(*) filter (where state = 'joined' and confirmed_at is not null),
         count(*) filter (where state = 'joined' and during_flood),
         count(*) filter (where state = 'left')
    from waitlist.entries
   group by 1, 2;
  perform waitlist.fold_changes();
end
$$;

-- As before, and adds up the counts, as many changes in a call as it looks through tries.
create or replace function waitlist.sweep(from_page bigint default 0, pages integer default null, moment timestamptz default null)
returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  all_pages constant bigint := pg_relation_size('waitlist.tries') / current_setting('block_size')::integer;
  end_page constant bigint := least(all_pages, from_page + coalesce(pages, all_pages));
  most_changes constant integer := pages * 64;
begin
  delete from waitlist.tries
   where ctid in (
     select old.ctid from waitlist.tries as old
      where old.ctid >= format('(%s,0)', from_page)::tid and old.ctid < format('(%s,0)', end_page)::tid and old.tat <= at
        for update skip locked
   );
  if end_page < all_pages or waitlist.fold_changes(most_changes, at) >= most_changes then
    return end_page;
  end if;
  delete from waitlist.entry_counts
   where (grain <> 'day' and starts_at < at - interval '9 days')
      or (joined = 0 and confirmed = 0 and during_flood = 0 and departed = 0);
  delete from waitlist.breaker where ctid in (
    select old.ctid from waitlist.breaker as old where old.ends_at <= at for update skip locked
  );
  delete from waitlist.client_keys as old where old.day < (at at time zone 'UTC')::date;
  return null;
end
$$;

-- As before, without the counts, which belong to the rows that are there and are counted again at the end of a move.
create or replace function waitlist.tables_to_move() returns setof text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with recursive kept as (
    select tables.oid, tables.relname
      from pg_class as tables
     where tables.relnamespace = 'waitlist'::regnamespace and tables.relkind = 'r' and tables.relpersistence = 'p'
       and tables.relname not in ('settings', 'entry_changes', 'entry_counts')
  ), depths (oid, depth) as (
    select kept.oid, 0 from kept
    union
    select referring.conrelid, depths.depth + 1
      from depths
      join pg_constraint as referring
        on referring.contype = 'f' and referring.confrelid = depths.oid and referring.conrelid <> depths.oid
  )
  select kept.relname from kept join depths on depths.oid = kept.oid
   group by kept.relname order by max(depths.depth), kept.relname
$$;

create or replace function waitlist.move_end() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  counted record;
begin
  for counted in
    select moved.name, columns.attname as column_name, pg_get_serial_sequence(format('waitlist.%I', moved.name), columns.attname) as sequence
      from waitlist.tables_to_move() as moved (name)
      join pg_attribute as columns on columns.attrelid = format('waitlist.%I', moved.name)::regclass and columns.attidentity <> ''
  loop
    execute format('select setval(%L, coalesce(max(%I), 0) + 1, false) from waitlist.%I', counted.sequence, counted.column_name, counted.name);
  end loop;
  perform waitlist.recount_entries();
end
$$;

-- As before; but of the outbox, which has an index for each half of its states and none for both, the halves are asked for
-- apart and in the order of these indexes: PostgreSQL would read everybody's emails otherwise, or all that wait.
create or replace function waitlist.held_about(entry bigint) returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set enable_sort = off
set enable_bitmapscan = off
as $$
declare
  half constant text :=
    '(select * from waitlist.outbox where entry_id between $1 and $1 and state in (%L, %L) order by entry_id)';
  outbox constant text :=
    format('(%s union all %s)', format(half, 'waiting', 'transmitting'), format(half, 'sent', 'failed'));
  held jsonb;
  table_name text;
  rows jsonb;
begin
  select jsonb_build_object(
           'entries', jsonb_build_array(to_jsonb(entries)),
           'suppressions', (
             select coalesce(jsonb_agg(to_jsonb(suppressions)), '[]') from waitlist.suppressions as suppressions
              where address_hash = waitlist.address_hash(entries.canonical)))
    into held
    from waitlist.entries as entries where entries.id = entry;
  for table_name in
    select tables.relname
      from pg_class as tables
      join pg_attribute as columns on columns.attrelid = tables.oid and columns.attname = 'entry_id' and not columns.attisdropped
     where tables.relnamespace = 'waitlist'::regnamespace and tables.relkind = 'r'
     order by tables.relname
  loop
    execute format('select coalesce(jsonb_agg(to_jsonb(known)), ''[]'') from %s as known where known.entry_id = $1',
        case table_name when 'outbox' then outbox else format('waitlist.%I', table_name) end)
      into rows using entry;
    held := held || jsonb_build_object(table_name, rows);
  end loop;
  return held;
end
$$;

select waitlist.recount_entries();

-- The new tables and functions, like the old ones, are nobody's but the owner's.
do $$
declare
  role_name text;
begin
  revoke all on waitlist.entry_changes, waitlist.entry_counts from public;
  revoke all on all functions in schema waitlist from public;
  for role_name in
    select rolname from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  loop
    execute format('revoke all on waitlist.entry_changes, waitlist.entry_counts from %I', role_name);
    execute format('revoke all on all functions in schema waitlist from %I', role_name);
  end loop;
end
$$;
