-- How often one client may try, counted here so that any number of server processes share the count (decision 11).
-- A client is an IPv4 address or an IPv6 /64 (one household or one phone), its network the /24 or the /48 round it, its region
-- the /16 or the /32. None is stored in clear: only a hash under a key that lives for a day.

create table waitlist.limits (
  name text primary key,
  most integer not null check (most > 0),
  every interval not null check (every > interval '0'),
  reason text not null,
  constraint limits_name_check check (name in
    ('client', 'network', 'everyone', 'busy', 'busy-network', 'client-when-busy', 'network-when-busy', 'region-when-busy',
     'emails-again', 'emails-a-day', 'emails-unconfirmed', 'emails-an-hour', 'announcements-an-hour', 'email-tries', 'soft-bounces'))
);

insert into waitlist.limits (name, most, every, reason) values
  ('client', 120, '10 minutes',
   'A mosque or a university may show the world one address: a hall that joins together after the prayer gets through, and after it one person every five seconds. A script wants thousands.'),
  ('network', 600, '10 minutes',
   'Stops one that changes its address inside its own block; five full halls in one block still get through.'),
  ('everyone', 30000, '1 minute',
   'A breaker, not a quota: nearly twice the pace of a million joins an hour. Above it something is wrong, and the disk is spared.'),
  ('busy', 20000, '1 minute',
   'More than a million joins an hour. From here on the limits "when busy" hold too, and entries are marked.'),
  ('busy-network', 300, '10 minutes',
   'Half of what a network may use. From here on each of its clients has the allowance "when busy": a few cannot shut out the rest.'),
  ('client-when-busy', 12, '10 minutes',
   'A household or an office, inside a network that a few clients have nearly used up.'),
  ('network-when-busy', 10, '10 minutes',
   'In a flood room is kept for networks that have hardly tried: 500 flooding ones take 5,000 of the 10,000 a minute above "busy" and then 500.'),
  ('region-when-busy', 600, '10 minutes',
   'The /16 or the /32 round a network: an IPv6 provider holds 65,536 networks, each of which would be new.'),
  ('emails-again', 1, '10 minutes',
   'A form that is sent twice, or by a visitor who waits impatiently, is one email.'),
  ('emails-a-day', 3, '1 day',
   'Anybody may type anybody''s address: more than three would be a bombardment by our hand.'),
  ('emails-unconfirmed', 5, '10 years',
   'Who has not answered five emails does not want them. Counted from the latest consent on; joining again after leaving starts anew.'),
  ('emails-an-hour', 10000, '1 hour',
   'A breaker for the whole list: above it the rest waits for the next hour. Mail providers distrust a sender that starts with more; raise it when yours allows.'),
  ('email-tries', 10, '1 minute',
   'A message is handed over so often at most; the first pause is this long and each next one twice the one before: eight and a half hours in all.'),
  ('soft-bounces', 3, '30 days',
   'A mailbox that is full or away three times in a month gets no more; a month without one, or a confirmation, starts anew.'),
  ('announcements-an-hour', 8000, '1 hour',
   'So many of an hour''s emails are announcements at most: the rest is for whoever joins meanwhile. Raise it together with emails-an-hour.');

-- The generic cell rate algorithm (ITU-T I.371): an allowance of `most` tries, given back evenly over `every`. All it keeps
-- of a key is one moment, the theoretical arrival time, at which the whole allowance is there again: then the row means nothing.
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

-- Logged, so that all processes agree on the key after a crash too. Yesterday's keys are deleted, and with them the
-- last way from a hash back to an address.
create table waitlist.client_keys (
  day date primary key,
  secret bytea not null check (octet_length(secret) = 32)
);

alter table waitlist.limits enable row level security;
alter table waitlist.tries enable row level security;
alter table waitlist.breaker enable row level security;
alter table waitlist.client_keys enable row level security;

-- The key of the day, made by whoever asks first, and for how long it is good.
create function waitlist.client_key(moment timestamptz default null, out secret bytea, out good_for_ms integer)
language plpgsql
set search_path = pg_catalog, pg_temp
set lock_timeout = '2500ms'
as $$
declare
  now_utc timestamp := coalesce(moment, clock_timestamp()) at time zone 'UTC';
  today date := now_utc::date;
begin
  select known.secret into secret from waitlist.client_keys as known where known.day = today;
  if secret is null then
    -- Two random UUIDs are 244 random bits from the operating system; pgcrypto is not everywhere.
    insert into waitlist.client_keys (day, secret)
    values (today, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
    on conflict do nothing;
    delete from waitlist.client_keys as known where known.day < today;
    select known.secret into secret from waitlist.client_keys as known where known.day = today;
  end if;
  good_for_ms := (extract(epoch from (today + 1)::timestamp - now_utc) * 1000)::integer;
end
$$;

-- HMAC-SHA-256 (RFC 2104) with a 32-byte key; pgcrypto is not everywhere.
create function waitlist.hmac_sha256(key bytea, message text) returns bytea
language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
begin
  for byte in 0..31 loop
    inner_pad := set_byte(inner_pad, byte, get_byte(key, byte) # 54);
    outer_pad := set_byte(outer_pad, byte, get_byte(key, byte) # 92);
  end loop;
  return sha256(outer_pad || sha256(inner_pad || convert_to(message, 'UTF8')));
end
$$;

-- 120 bits are plenty to keep a day's clients apart; the mark keeps blocks with the same first address apart.
create function waitlist.hash_block(address inet, bits integer, mark text, secret bytea) returns text
language sql immutable parallel safe
as $$
  select encode(substr(waitlist.hmac_sha256(secret, host(network(set_masklen(address, bits))) || mark), 1, 15), 'base64')
$$;

-- The hashes of a client address, of its network and of its region, exactly as the server makes them
-- (waitlist/client-keys.ts). Behind NAT64 (RFC 6052, 64:ff9b::/96) the last four bytes are the client's own IPv4 address.
create function waitlist.hash_client(address inet, moment timestamptz default null, out client text, out network text, out region text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  secret bytea := (waitlist.client_key(moment)).secret;
  own inet := case when address << '64:ff9b::/96' then '0.0.0.0'::inet + (address - '64:ff9b::'::inet) else address end;
  of_four constant boolean := family(own) = 4;
begin
  client := waitlist.hash_block(own, case when of_four then 32 else 64 end, '', secret);
  network := waitlist.hash_block(own, case when of_four then 24 else 48 end, '/', secret);
  region := waitlist.hash_block(own, case when of_four then 16 else 32 end, '//', secret);
end
$$;

-- How many a limit allows: its row, unless the caller has another ceiling.
create function waitlist.most_of(limits waitlist.limits, ceilings jsonb) returns integer
language sql immutable parallel safe
as $$
  select coalesce((ceilings ->> limits.name)::integer, limits.most)
$$;

-- What is left of an allowance. Moments are rounded to microseconds: a thousandth of a try makes up for it.
create function waitlist.left_of(tat timestamptz, most integer, step double precision, moment timestamptz) returns integer
language sql immutable parallel safe
as $$
  select floor(most - greatest(extract(epoch from tat - moment)::double precision, 0) / step + 0.001)::integer
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

-- Deletes what counts nothing any more, keys of days gone by included, and adds up the counts. Takes the page of waitlist.tries
-- to begin at and how many to look through (null for all), so that a large table is swept in many short calls, each of the same
-- length; gives the page to go on at, null at the end. The server calls it every minute; a hosted project schedules it
-- (docs/operations.md). Rows that a join holds are left for the next time: waiting for them could deadlock.
create function waitlist.sweep(from_page bigint default 0, pages integer default null, moment timestamptz default null)
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
