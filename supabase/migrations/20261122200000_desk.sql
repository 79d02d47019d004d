-- What the founder's desk (cli/) needs in the database: a switch for sending, a record of what was done to people's entries,
-- a way in for a file of people, and a way from one database to another that keeps everything.

-- One row: what holds for all processes at once.
create table waitlist.settings (
  only_row boolean primary key default true check (only_row),
  sending_paused_since timestamptz,
  sending_paused_because text,
  backed_up_at timestamptz,
  check ((sending_paused_since is null) = (sending_paused_because is null))
);

comment on table waitlist.settings is 'Switches of the whole list. Nothing in it comes from a visitor.';
comment on column waitlist.settings.sending_paused_since is 'Nothing is sent while this is set: a restored copy must not send again what the original has sent.';
comment on column waitlist.settings.backed_up_at is 'When the last backup that was read back ended.';

insert into waitlist.settings default values;

create table waitlist.audit (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default clock_timestamp(),
  action text not null,
  entries integer not null check (entries >= 0)
);

comment on table waitlist.audit is 'What was done to entries from the desk, and to how many. It names nobody: neither an address nor an entry.';

alter table waitlist.settings enable row level security;
alter table waitlist.audit enable row level security;

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
-- under the hash of the address.
create function waitlist.held_about(entry bigint) returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
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
    execute format('select coalesce(jsonb_agg(to_jsonb(known)), ''[]'') from waitlist.%I as known where known.entry_id = $1', table_name)
      into rows using entry;
    held := held || jsonb_build_object(table_name, rows);
  end loop;
  return held;
end
$$;

-- The tables that a move takes along, those that others refer to first. Unlogged ones count for minutes; the settings are the
-- place's own.
create function waitlist.tables_to_move() returns setof text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with recursive kept as (
    select tables.oid, tables.relname
      from pg_class as tables
     where tables.relnamespace = 'waitlist'::regnamespace and tables.relkind = 'r' and tables.relpersistence = 'p'
       and tables.relname <> 'settings'
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

-- Lets new rows go on after those that were moved.
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
end
$$;

-- Whether a message waits that may go out now, so that a worker need not call its mail server for nothing. `or replace`: a
-- database that stopped between the two files has one that knows no switch.
create or replace function waitlist.email_is_due(moment timestamptz default null) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from waitlist.outbox
     where state in ('waiting', 'transmitting') and due_at <= coalesce(moment, clock_timestamp()))
    and not exists (
      select from waitlist.email_hours
       where hour = date_trunc('hour', coalesce(moment, clock_timestamp()), 'UTC')
         and transmissions >= (waitlist.email_limit('emails-an-hour')).most)
    and not exists (select from waitlist.settings where sending_paused_since is not null)
$$;

-- The new tables and functions, like the old ones, are nobody's but the owner's.
do $$
declare
  role_name text;
begin
  revoke all on waitlist.settings, waitlist.audit from public;
  revoke all on all functions in schema waitlist from public;
  for role_name in
    select rolname from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  loop
    execute format('revoke all on waitlist.settings, waitlist.audit from %I', role_name);
    execute format('revoke all on all functions in schema waitlist from %I', role_name);
  end loop;
end
$$;
