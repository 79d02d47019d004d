-- How often one client may try, counted here so that any number of server processes share the count.
-- A client is an IPv4 address or an IPv6 /64 (one household or one phone); its network is the /24 or the /48 round it.
-- Neither is stored in clear: only a hash under a key that lives for a day.

create table waitlist.limits (
  name text primary key check (name in ('client', 'network', 'everyone')),
  most integer not null check (most > 0),
  every interval not null check (every > interval '0'),
  reason text not null
);

insert into waitlist.limits (name, most, every, reason) values
  ('client', 120, '10 minutes',
   'A mosque or a university may show the world one address: a hall that joins after the prayer, one person every five seconds, must get through. A script wants thousands.'),
  ('network', 600, '10 minutes',
   'Stops one that changes its address inside its own block; five full halls in one block still get through.'),
  ('everyone', 30000, '1 minute',
   'A breaker, not a quota: nearly twice the pace of a million joins an hour. Above it something is wrong, and the disk is spared.');

-- Unlogged: a crash empties it, and then the counts start again, which harms nobody; in return a try costs no log.
create unlogged table waitlist.tries (
  ends_at timestamptz not null,
  limit_name text collate "C" not null,
  key text collate "C" not null,
  count integer not null,
  primary key (ends_at, limit_name, key)
) with (fillfactor = 50);

-- Logged, so that all processes agree on the key after a crash too. Yesterday's keys are deleted, and with them the
-- last way from a hash back to an address.
create table waitlist.client_keys (
  day date primary key,
  secret bytea not null check (octet_length(secret) = 32)
);

alter table waitlist.limits enable row level security;
alter table waitlist.tries enable row level security;
alter table waitlist.client_keys enable row level security;

-- The key of the day, made by whoever asks first, and for how long it is good.
create function waitlist.client_key(moment timestamptz default null, out secret bytea, out good_for_ms integer)
language plpgsql
set search_path = ''
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

-- Counts one try for each key under one limit, and says for each whether it is still within it; null when all are, as
-- nearly always. A null key is neither counted nor refused. Sorted, so that two calls cannot deadlock.
create function waitlist.count_tries(name_of_limit text, keys text[], ceilings jsonb, moment timestamptz)
returns boolean[]
language plpgsql
as $$
declare
  most integer;
  window_end timestamptz;
  exceeded jsonb;
begin
  select coalesce((ceilings ->> limits.name)::integer, limits.most),
         date_bin(limits.every, moment, timestamptz '2000-01-01 00:00:00+00') + limits.every
    into strict most, window_end
    from waitlist.limits
   where limits.name = name_of_limit;

  with counted as (
    insert into waitlist.tries as known (ends_at, limit_name, key, count)
    select window_end, name_of_limit, asked.key, count(*)
      from unnest(keys) as asked (key)
     where asked.key is not null
     group by asked.key
     order by asked.key collate "C"
    on conflict (ends_at, limit_name, key) do update set count = known.count + excluded.count
    returning known.key, known.count
  )
  select jsonb_object_agg(counted.key, counted.count) into exceeded from counted where counted.count > most;

  if exceeded is null then
    return null;
  end if;
  -- The count is the one after the last try of this call: an earlier one stood at so many fewer as came after it.
  return array(
    select coalesce((exceeded ->> asked.key)::integer
             - row_number() over (partition by asked.key order by asked.position desc) + 1 <= most, true)
      from unnest(keys) with ordinality as asked (key, position)
     order by asked.position
  );
end
$$;

-- The breaker. One shared row would make every call of every process wait for the one before it, so each connection
-- counts in a row of its own and reads the others' as they stand: exact but for the calls under way at that moment.
create function waitlist.count_for_breaker(tries integer, ceilings jsonb, moment timestamptz, out room integer)
language plpgsql
as $$
declare
  most integer;
  window_end timestamptz;
  first_of_window boolean;
begin
  select coalesce((ceilings ->> limits.name)::integer, limits.most),
         date_bin(limits.every, moment, timestamptz '2000-01-01 00:00:00+00') + limits.every
    into strict most, window_end
    from waitlist.limits
   where limits.name = 'everyone';

  select most - coalesce(sum(counted.count), 0) into room
    from waitlist.tries as counted
   where counted.ends_at = window_end and counted.limit_name = 'everyone';

  insert into waitlist.tries as known (ends_at, limit_name, key, count)
  values (window_end, 'everyone', pg_backend_pid()::text, tries)
  on conflict (ends_at, limit_name, key) do update set count = known.count + excluded.count
  returning known.xmax = 0 into first_of_window;

  -- Once a window and connection the tries of windows gone by are swept up, so that no process needs a timer for it.
  if first_of_window then
    delete from waitlist.tries
     where ctid = any (array(
       select old.ctid from waitlist.tries as old where old.ends_at <= moment limit 50000 for update skip locked
     ));
  end if;
end
$$;
