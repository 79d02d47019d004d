-- The limits anew: allowances that fill up again by themselves, narrower ones while a flood lasts, and a sweep by the clock.
-- Why: docs/decisions/0011-limits.md.

alter table waitlist.limits drop constraint limits_name_check;
alter table waitlist.limits add constraint limits_name_check check (name in
  ('client', 'network', 'everyone', 'busy', 'busy-network', 'client-when-busy', 'network-when-busy', 'region-when-busy'));

update waitlist.limits set reason =
  'A mosque or a university may show the world one address: a hall that joins together after the prayer gets through, and after it one person every five seconds. A script wants thousands.'
 where name = 'client';
update waitlist.limits set reason =
  'Stops one that changes its address inside its own block; five full halls in one block still get through.'
 where name = 'network';

insert into waitlist.limits (name, most, every, reason) values
  ('busy', 20000, '1 minute',
   'More than a million joins an hour. From here on the limits "when busy" hold too, and entries are marked.'),
  ('busy-network', 300, '10 minutes',
   'Half of what a network may use. From here on each of its clients has the allowance "when busy": a few cannot shut out the rest.'),
  ('client-when-busy', 12, '10 minutes',
   'A household or an office, inside a network that a few clients have nearly used up.'),
  ('network-when-busy', 10, '10 minutes',
   'In a flood room is kept for networks that have hardly tried: 500 flooding ones take 5,000 of the 10,000 a minute above "busy" and then 500.'),
  ('region-when-busy', 600, '10 minutes',
   'The /16 or the /32 round a network: an IPv6 provider holds 65,536 networks, each of which would be new.');

-- The generic cell rate algorithm (ITU-T I.371): an allowance of `most` tries, given back evenly over `every`. All it keeps
-- of a key is one moment, the theoretical arrival time, at which the whole allowance is there again: then the row means nothing.
drop table waitlist.tries;
create unlogged table waitlist.tries (
  limit_name text collate "C" not null,
  key text collate "C" not null,
  tat timestamptz not null,
  granted integer not null,
  primary key (limit_name, key)
) with (fillfactor = 50);

comment on table waitlist.tries is 'Allowances in use. Unlogged: a crash empties it, and then the counts start again, which harms nobody; a standby that is promoted finds it empty too.';
comment on column waitlist.tries.tat is 'When the whole allowance is there again (theoretical arrival time).';
comment on column waitlist.tries.granted is 'How many tries the latest call was granted: its own statement has to return it.';

-- What the breaker counts, a row for each connection: one shared row would make every call of every process wait for the one before.
create unlogged table waitlist.breaker (
  ends_at timestamptz not null,
  connection integer not null,
  joins integer not null,
  primary key (ends_at, connection)
) with (fillfactor = 50);

alter table waitlist.tries enable row level security;
alter table waitlist.breaker enable row level security;

drop function waitlist.count_tries(text, text[], jsonb, timestamptz);
drop function waitlist.count_for_breaker(integer, jsonb, timestamptz);

-- How many a limit allows: its row, unless the caller has another ceiling.
create function waitlist.most_of(limits waitlist.limits, ceilings jsonb) returns integer
language sql immutable parallel safe
as $$
  select coalesce((ceilings ->> limits.name)::integer, limits.most)
$$;

-- Takes from the allowance of each key as many tries as there are of it and as it has left; says for each try whether it was
-- granted, the first of a key first; null when all were, as nearly always. A null key is neither counted nor refused.
-- A key with nothing left is not written. Sorted, so that two calls cannot deadlock.
create function waitlist.count_tries(name_of_limit text, keys text[], ceilings jsonb, moment timestamptz)
returns boolean[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  most integer;
  step double precision;
  counted_keys text[];
  granted integer[];
  all_granted bigint;
begin
  select waitlist.most_of(limits, ceilings), extract(epoch from limits.every) / waitlist.most_of(limits, ceilings)
    into strict most, step
    from waitlist.limits
   where limits.name = name_of_limit;

  with counted as (
    insert into waitlist.tries as known (limit_name, key, tat, granted)
    select name_of_limit, asked.key, moment + make_interval(secs => least(count(*), most) * step), least(count(*), most)
      from unnest(keys) as asked (key)
     where asked.key is not null
     group by asked.key
     order by asked.key collate "C"
    on conflict (limit_name, key) do update
       set granted = least(excluded.granted, waitlist.left_of(known.tat, most, step, moment)),
           tat = greatest(known.tat, moment)
             + make_interval(secs => least(excluded.granted, waitlist.left_of(known.tat, most, step, moment)) * step)
     where waitlist.left_of(known.tat, most, step, moment) > 0
    returning known.key, known.granted
  )
  select array_agg(counted.key), array_agg(counted.granted), sum(counted.granted)
    into counted_keys, granted, all_granted
    from counted;

  if coalesce(all_granted, 0) = cardinality(array_remove(keys, null)) then
    return null;
  end if;
  return array(
    select asked.key is null
           or row_number() over (partition by asked.key order by asked.position) <= coalesce(counted.granted, 0)
      from unnest(keys) with ordinality as asked (key, position)
      left join unnest(counted_keys, granted) as counted (key, granted) on counted.key = asked.key
     order by asked.position
  );
end
$$;

-- What is left of an allowance. Moments are rounded to microseconds: a thousandth of a try makes up for it.
create function waitlist.left_of(tat timestamptz, most integer, step double precision, moment timestamptz) returns integer
language sql immutable parallel safe
as $$
  select floor(most - greatest(extract(epoch from tat - moment)::double precision, 0) / step + 0.001)::integer
$$;

-- The keys of those tries that are still within.
create function waitlist.keys_within(keys text[], within boolean[]) returns text[]
language plpgsql immutable parallel safe
as $$
begin
  if within is null then
    return keys;
  end if;
  return array(
    select case when asked.within then asked.key end
      from unnest(keys, within) with ordinality as asked (key, within, position)
     order by asked.position
  );
end
$$;

-- Which tries are within both of two limits; null when all are within both.
create function waitlist.both_within(one boolean[], other boolean[]) returns boolean[]
language plpgsql immutable parallel safe
as $$
begin
  if one is null or other is null then
    return coalesce(one, other);
  end if;
  return array(
    select asked.one and asked.other
      from unnest(one, other) with ordinality as asked (one, other, position)
     order by asked.position
  );
end
$$;

-- Which of these networks have used up so much that their clients are held shorter; null when none, as nearly always.
create function waitlist.busy_networks(networks text[], ceilings jsonb, moment timestamptz) returns text[]
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  busy_from timestamptz;
begin
  select moment + allowed.every * waitlist.most_of(busy, ceilings) / waitlist.most_of(allowed, ceilings)
    into strict busy_from
    from waitlist.limits as allowed, waitlist.limits as busy
   where allowed.name = 'network' and busy.name = 'busy-network';
  return (
    select array_agg(known.key)
      from waitlist.tries as known
     where known.limit_name = 'network' and known.key = any (networks) and known.tat >= busy_from
  );
end
$$;

-- The breaker's window: when it ends, how many more joins it has room for, as far as other connections have committed,
-- and whether it is busy.
create function waitlist.read_breaker(ceilings jsonb, moment timestamptz, out window_end timestamptz, out room integer, out busy boolean)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  let_in integer;
begin
  select date_bin(limits.every, moment, timestamptz '2000-01-01 00:00:00+00') + limits.every, waitlist.most_of(limits, ceilings)
    into strict window_end, room
    from waitlist.limits where limits.name = 'everyone';
  select coalesce(sum(counted.joins), 0) into let_in from waitlist.breaker as counted where counted.ends_at = window_end;
  room := room - let_in;
  select let_in >= waitlist.most_of(limits, ceilings) into strict busy from waitlist.limits where limits.name = 'busy';
end
$$;

-- Deletes what counts nothing any more, keys of days gone by included. Takes the page of waitlist.tries to begin at and how
-- many to look through (null for all), so that a large table is swept in many short calls, each of the same length; gives
-- the page to go on at, null at the end. The server calls it every minute; a hosted project schedules it (docs/operations.md).
-- Rows that a join holds are left for the next time: waiting for them could deadlock.
create function waitlist.sweep(from_page bigint default 0, pages integer default null, moment timestamptz default null)
returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  all_pages constant bigint := pg_relation_size('waitlist.tries') / current_setting('block_size')::integer;
  end_page constant bigint := least(all_pages, from_page + coalesce(pages, all_pages));
begin
  delete from waitlist.tries
   where ctid in (
     select old.ctid from waitlist.tries as old
      where old.ctid >= format('(%s,0)', from_page)::tid and old.ctid < format('(%s,0)', end_page)::tid and old.tat <= at
        for update skip locked
   );
  if end_page < all_pages then
    return end_page;
  end if;
  delete from waitlist.breaker where ctid in (
    select old.ctid from waitlist.breaker as old where old.ends_at <= at for update skip locked
  );
  delete from waitlist.client_keys as old where old.day < (at at time zone 'UTC')::date;
  return null;
end
$$;
