-- What the founder's tool (cli/) needs in the database: a record of what was done to people's entries, their number, a way in for
-- a file of people, all that is held about a person, and a way from one database to another that keeps everything.

create table waitlist.audit (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default clock_timestamp(),
  action text not null,
  entries integer not null check (entries >= 0)
);

comment on table waitlist.audit is 'What was done to entries from the desk, and to how many. It names nobody: neither an address nor an entry.';

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

alter table waitlist.audit enable row level security;
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

-- Why a person in a file cannot join; null for who can. Who left comes back by asking for it, never by somebody's file.
create function waitlist.import_refusal(email text, source text) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when not waitlist.is_address(typed) then waitlist.refusal_sentence('address')
    when source is null or source <> all (waitlist.sources()) then waitlist.refusal_sentence('source')
    when exists (
      select from waitlist.entries
       where canonical = waitlist.canonical_address(waitlist.tidy_address(typed)) and state = 'left'
    ) then 'This address has left the list: only its owner can join again.'
  end
  from (values (waitlist.trimmed(email))) as given (typed)
$$;

-- The one door for people in a file. No visitor stands behind them: they count towards no limit, and neither open the
-- breaker for those who do nor are marked as a flood.
create function waitlist.import_set(emails text[], sources text[], out errors text[])
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  nobody constant text[] := array_fill(null::text, array[cardinality(emails)]);
  beyond_reach constant jsonb := '{"everyone": 2000000000, "busy": 2000000000}';
  refused constant text[] := array(
    select waitlist.import_refusal(asked.email, asked.source)
      from unnest(emails, sources) with ordinality as asked (email, source, position)
     order by asked.position
  );
  allowed constant text[] := array(
    select case when asked.refusal is null then asked.email end
      from unnest(emails, refused) with ordinality as asked (email, refusal, position)
     order by asked.position
  );
  joined text[];
begin
  select door.errors into joined
    from waitlist.join_set(allowed, sources, nobody, nobody, nobody, ceilings => beyond_reach) as door;
  errors := array(
    select coalesce(asked.refusal, asked.error)
      from unnest(refused, joined) with ordinality as asked (refusal, error, position)
     order by asked.position
  );
  -- What this connection has just added to its own row, which no other writes.
  update waitlist.breaker as counted
     set joins = greatest(0, counted.joins - (select count(*) from unnest(joined) as each (error) where each.error is null))
   where counted.connection = pg_backend_pid()
     and counted.ends_at = (select max(own.ends_at) from waitlist.breaker as own where own.connection = pg_backend_pid());
end
$$;

-- All that is held about the person of an entry: its row, the rows of every table with a column entry_id, and what is kept
-- under the hash of the address. Of the outbox, which has an index for each half of its states and none for both, the halves
-- are asked for apart and in the order of these indexes: PostgreSQL would read everybody's emails otherwise, or all that wait.
create function waitlist.held_about(entry bigint) returns jsonb
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

-- The tables that a move takes along, those that others refer to first. Unlogged ones count for minutes; the settings are the
-- place's own, and the counts belong to the rows that are there: they are counted again at the end of a move.
create function waitlist.tables_to_move() returns setof text
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

create function waitlist.key_columns(of_table regclass) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select string_agg(format('%I', columns.attname), ', ' order by array_position(keys.indkey::smallint[], columns.attnum))
    from pg_index as keys
    join pg_attribute as columns on columns.attrelid = keys.indrelid and columns.attnum = any (keys.indkey)
   where keys.indrelid = of_table and keys.indisprimary
$$;

-- A page of a table's rows in the order of its key, after a row of the page before (null for the first page).
create function waitlist.move_out(table_name text, after_row jsonb, most integer) returns setof text
language plpgsql stable
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  from_table constant regclass := format('waitlist.%I', table_name)::regclass;
  key constant text := waitlist.key_columns(from_table);
begin
  if after_row is null then
    return query execute format('select to_jsonb(moved)::text from %s as moved order by %s limit $1', from_table, key) using most;
  else
    return query execute format(
        'select to_jsonb(moved)::text from %1$s as moved
          where row(%2$s) > (select %2$s from jsonb_populate_record(null::%1$s, $1)) order by %2$s limit $2',
        from_table, key)
      using after_row, most;
  end if;
end
$$;

-- The same for a table without a key: the rows of some of PostgreSQL's pages of 8 kB, from this one on.
create function waitlist.move_out_pages(table_name text, from_page bigint, pages integer) returns setof text
language plpgsql stable
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
begin
  return query execute format('select to_jsonb(moved)::text from waitlist.%I as moved where ctid >= $1 and ctid < $2', table_name)
    using format('(%s,0)', from_page)::tid, format('(%s,0)', from_page + pages)::tid;
end
$$;

-- How many such pages a table without a key has; null for one with a key.
create function waitlist.pages_to_move(table_name text) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when waitlist.key_columns(format('waitlist.%I', table_name)::regclass) is null
    then pg_relation_size(format('waitlist.%I', table_name)::regclass) / current_setting('block_size')::integer end
$$;

-- Makes room for a move: what the migrations have put into the tables goes. Refused where somebody is on the list.
create function waitlist.move_begin() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  moved text;
begin
  lock table waitlist.entries in share row exclusive mode;
  if exists (select from waitlist.entries) then
    raise exception 'a move goes into an empty list' using errcode = 'check_violation';
  end if;
  for moved in select waitlist.tables_to_move() loop
    execute format('alter table waitlist.%I disable trigger user', moved);
    execute format('truncate waitlist.%I', moved);
    execute format('alter table waitlist.%I enable trigger user', moved);
  end loop;
end
$$;

-- Stores rows as they are. Triggers stand for what happens to people, and here nothing does.
create function waitlist.move_in(table_name text, rows jsonb) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  into_table constant regclass := format('waitlist.%I', table_name)::regclass;
  columns constant text := (
    select string_agg(format('%I', attributes.attname), ', ' order by attributes.attnum)
      from pg_attribute as attributes
     where attributes.attrelid = into_table and attributes.attnum > 0 and not attributes.attisdropped and attributes.attgenerated = ''
  );
begin
  execute format('alter table %s disable trigger user', into_table);
  execute format(
      'insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1) on conflict do nothing',
      into_table, columns)
    using rows;
  execute format('alter table %s enable trigger user', into_table);
end
$$;

-- Lets new rows go on after those that were moved, and counts them.
create function waitlist.move_end() returns void
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

-- New functions are open to everybody until this is taken back, on Supabase to these roles by name as well.
-- anon may call add_to_waitlist and nothing else; service_role may read the list.
do $$
declare
  role_name text;
begin
  revoke all on schema waitlist from public;
  revoke all on all tables in schema waitlist from public;
  revoke all on all functions in schema waitlist from public;
  revoke all on function public.add_to_waitlist(text, text) from public;
  for role_name in
    select rolname from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  loop
    execute format('revoke all on schema waitlist from %I', role_name);
    execute format('revoke all on all tables in schema waitlist from %I', role_name);
    execute format('revoke all on all functions in schema waitlist from %I', role_name);
    execute format('revoke all on function public.add_to_waitlist(text, text) from %I', role_name);
  end loop;
  if exists (select from pg_catalog.pg_roles where rolname = 'anon') then
    grant execute on function public.add_to_waitlist(text, text) to anon;
  end if;
  if exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    grant usage on schema waitlist to service_role;
    grant select on waitlist.entries to service_role;
  end if;
end
$$;
