-- How often one client may try, counted here so that any number of server processes share the count (decision 11). A client is an
-- IPv4 address or an IPv6 /64 (a household or a phone), its network the /24 or the /48 round it: hashed under a key of the day.

create table waitlist.limits (
  name text primary key,
  most integer not null check (most > 0),
  every interval not null check (every > interval '0'),
  -- What a join gets when this limit is used up; null for a limit of emails.
  refusal text check (refusal in ('client', 'network', 'global')),
  -- Whether a person's agreement starts the count at zero: it then counts what came later, however long `every` is.
  since_agreement boolean not null default false,
  reason text not null
);

insert into waitlist.limits (name, most, every, refusal, reason) values
  ('client', 120, '10 minutes', 'client',
   'A mosque or a university may show the world one address: a hall that joins together after the prayer gets through, and after it one person every five seconds. A script wants thousands.'),
  ('network', 600, '10 minutes', 'network',
   'Stops a client that changes its address inside its own block. Five full halls in one block still get through.'),
  ('network-when-busy', 10, '10 minutes', 'network',
   'Holds from two thirds of "global" on, so that the rest is kept for networks that have hardly tried: if 500 networks flood, each gets 10 joins in ten minutes.'),
  ('global', 30000, '1 minute', 'global',
   'A breaker, not a quota: nearly twice the pace of a million joins an hour. Above it something is wrong, and the disk is spared.'),
  ('asking-emails-an-hour', 90, '1 hour', null,
   'In a flood strangers'' addresses are typed, and each would get an email from us. For each person who has confirmed in the last hour more may go (asking-emails-for-each-confirmed). What is above it waits.'),
  ('asking-emails-for-each-confirmed', 10, '1 hour', null,
   'A crowd of people confirms, and strangers do not: each who has confirmed in the last hour lets so many more of these emails go.'),
  ('emails-again', 1, '10 minutes', null,
   'A form that is sent twice, or by a visitor who waits impatiently, is one email.'),
  ('emails-a-day', 3, '1 day', null,
   'Anybody may type anybody''s address: more than three would be a bombardment by our hand.'),
  ('emails-an-hour', 10000, '1 hour', null,
   'A breaker for the whole list: above it the rest waits for the next hour. Mail providers distrust a sender that starts with more; raise it when yours allows.'),
  ('email-tries', 10, '1 minute', null,
   'We try to hand over one email this often at most. The first pause is this long, and each next one twice as long: eight and a half hours in all.'),
  ('soft-bounces', 3, '30 days', null,
   'A mailbox that is full or away three times in a month gets no more. After a month without one, or after a confirmation, the count starts at zero.'),
  ('announcements-an-hour', 8000, '1 hour', null,
   'At most this many of an hour''s emails are announcements: the rest is for people who join meanwhile. Raise it together with emails-an-hour.');

insert into waitlist.limits (name, most, every, since_agreement, refusal, reason) values
  ('emails-unconfirmed', 5, '10 years', true, null,
   'A person who has not answered five emails does not want them. If they leave and join again, the count starts at zero.');

-- The generic cell rate algorithm (ITU-T I.371): an allowance of `most` tries, given back evenly over `every`. All it keeps of a
-- key is one moment, at which the whole allowance is there again (the theoretical arrival time): then the row means nothing.
-- Unlogged: a crash empties it, as does a standby's promotion. Starting the counts again harms nobody.
create unlogged table waitlist.rate_limits (
  limit_name text collate "C" not null,
  key text collate "C" not null,
  full_again_at timestamptz not null,
  -- How many tries the latest call was granted. The statement of that call returns it from here.
  granted integer not null,
  primary key (limit_name, key)
) with (fillfactor = 50);

-- The joins of a minute, for the limit global: a row for each connection, because one shared row would make every call of every
-- process wait for the one before.
create unlogged table waitlist.joins_of_minute (
  -- Its pg_backend_pid.
  connection integer primary key,
  minute_ends timestamptz not null,
  joins integer not null
) with (fillfactor = 50);

-- Logged, so that all processes agree on the key after a crash too. Within a minute after midnight yesterday's key is deleted
-- (waitlist.sweep), and with it the last way from a hash back to an address.
create table waitlist.client_keys (
  day date primary key,
  secret bytea not null check (octet_length(secret) = 32)
);

-- The key of the day and for how long it is good. The first caller of a day makes it.
create function waitlist.client_key(moment timestamptz default null, out secret bytea, out good_for_ms integer)
language plpgsql
set search_path = pg_catalog, pg_temp
set lock_timeout = '2500ms'
as $$
declare
  now_utc timestamp := coalesce(moment, clock_timestamp()) at time zone 'UTC';
  today date := now_utc::date;
begin
  select day_key.secret into secret from waitlist.client_keys as day_key where day_key.day = today;
  if secret is null then
    -- Two random UUIDs are 244 random bits from the operating system; pgcrypto is not everywhere.
    insert into waitlist.client_keys (day, secret)
    values (today, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
    on conflict do nothing;
    select day_key.secret into secret from waitlist.client_keys as day_key where day_key.day = today;
  end if;
  good_for_ms := (extract(epoch from (today + 1)::timestamp - now_utc) * 1000)::integer;
end
$$;

-- The hashes of a client address and of its network, exactly as the server makes them (waitlist/clients.ts). Behind NAT64
-- (RFC 6052, 64:ff9b::/96), and mapped, the last four bytes are the client's own IPv4 address. 120 bits are plenty to keep a
-- day's clients apart; the mark keeps a network apart from the client with the same first address.
create function waitlist.hash_client(address inet, out client_hash text, out network_hash text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  secret bytea;
  own constant inet := case
    when address << '64:ff9b::/96' then '0.0.0.0'::inet + (address - '64:ff9b::'::inet)
    when address << '::ffff:0:0/96' then '0.0.0.0'::inet + (address - '::ffff:0:0'::inet)
    else address end;
  bits constant integer[] := case family(own) when 4 then array[32, 24] else array[64, 48] end;
begin
  secret := (waitlist.client_key()).secret;
  client_hash := encode(substr(waitlist.hmac_sha256(secret, host(network(set_masklen(own, bits[1])))), 1, 15), 'base64');
  network_hash := encode(substr(waitlist.hmac_sha256(secret, host(network(set_masklen(own, bits[2]))) || '/'), 1, 15), 'base64');
end
$$;

-- Spends each key's allowance, up to what is left of it. It takes and gives a refusal for each try, or null while the try may join.
-- It counts the tries that have a key and no refusal, in their order. It does not write a key with nothing left. The keys are sorted,
-- so that two calls cannot deadlock.
create function waitlist.spend_allowances(name_of_limit text, keys text[], inout refusals text[], at timestamptz)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  allowed constant waitlist.limits := (select limit_row from waitlist.limits as limit_row where limit_row.name = name_of_limit);
  -- Seconds in which one try is given back.
  seconds_a_try constant double precision := extract(epoch from allowed.every)::double precision / allowed.most;
  -- Moments are rounded to microseconds: a thousandth of a try makes up for it.
  rounding constant double precision := 0.001;
  -- A key whose allowance is whole again later than this has not one try left.
  one_left_until constant timestamptz := at + make_interval(secs => (allowed.most - 1 + rounding) * seconds_a_try);
  counted_keys text[];
  counted_granted integer[];
  all_are_granted boolean;
begin
  with tries_by_key as materialized (
    select tries.key, count(*)::integer as tries
      from unnest(keys, refusals) as tries (key, refusal)
     where tries.key is not null and tries.refusal is null
     group by tries.key
  ), counted as (
    insert into waitlist.rate_limits as rate_limit (limit_name, key, full_again_at, granted)
    select name_of_limit, wanted.key, at + make_interval(secs => wanted.tries * seconds_a_try), wanted.tries
      from (select tries_by_key.key, least(tries_by_key.tries, allowed.most) as tries from tries_by_key) as wanted
     order by wanted.key collate "C"
    on conflict (limit_name, key) do update
       set (granted, full_again_at) = (
         select spent.tries, allowance.is_whole_at + make_interval(secs => spent.tries * seconds_a_try)
           from (select greatest(rate_limit.full_again_at, at) as is_whole_at) as allowance,
                lateral (select extract(epoch from allowance.is_whole_at - at)::double precision / seconds_a_try as tries) as used,
                lateral (select floor(allowed.most - used.tries + rounding)::integer as tries) as left_over,
                lateral (select least(excluded.granted, left_over.tries) as tries) as spent)
     where rate_limit.full_again_at <= one_left_until
    returning rate_limit.key, rate_limit.granted
  )
  select array_agg(counted.key), array_agg(counted.granted),
         coalesce(sum(counted.granted), 0) = (select coalesce(sum(tries_by_key.tries), 0) from tries_by_key)
    into counted_keys, counted_granted, all_are_granted
    from counted;
  if all_are_granted then
    return;
  end if;

  refusals := array(
    with numbered as (
      select tries.key, tries.refusal, tries.position,
             row_number() over (partition by tries.key, tries.refusal order by tries.position) as nth_of_key
        from unnest(keys, refusals) with ordinality as tries (key, refusal, position)
    )
    select case
             when numbered.refusal is not null or numbered.key is null then numbered.refusal
             when numbered.nth_of_key > coalesce(counted.granted, 0) then allowed.refusal
           end
      from numbered left join unnest(counted_keys, counted_granted) as counted (key, granted) on counted.key = numbered.key
     order by numbered.position);
end
$$;
