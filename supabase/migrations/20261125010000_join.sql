-- Joins. Those of visitors go through waitlist.join_batch, which decides; an import decides by itself (…_people.sql). Both store by
-- waitlist.store_joins, which queues the email.

-- The sentence that a visitor reads for each refusal. All limits share one sentence. Only an import says 'left'.
create function waitlist.refusal_sentence(refusal text) returns text
language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  return case refusal
    when 'address' then 'That does not look like a complete email address. Check it and try again.'
    when 'source' then 'Choose one of the answers to how you heard about us.'
    when 'left' then 'This address has left the list: only its owner can join again.'
    else 'There have been many tries in a short time. Wait a minute and try again.'
  end;
end
$$;

-- How many joins were stored in the minute that ends then, on all connections. Those under way are not seen.
create function waitlist.joins_in_minute(minute_ends timestamptz) returns bigint
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(sum(counted.joins), 0)
      from waitlist.joins_of_minute as counted
     where counted.minute_ends = joins_in_minute.minute_ends);
end
$$;

-- Adds joins to those of this connection in the minute that ends then.
create function waitlist.note_joins(joins integer, minute_ends timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into waitlist.joins_of_minute as counted (connection, minute_ends, joins)
  values (pg_backend_pid(), note_joins.minute_ends, note_joins.joins)
  on conflict (connection) do update
     set joins = excluded.joins + case when counted.minute_ends = excluded.minute_ends then counted.joins else 0 end,
         minute_ends = excluded.minute_ends;
end
$$;

-- Decides which of the tries without a refusal may join. The others get that of the limit that is used up: 'client', 'network' or
-- 'global'. The limits hold from the narrowest to the widest. A try that one limit refuses does not count towards the next, so
-- one client alone can neither shut out its neighbours nor open the breaker. What can never be stored uses up nobody's allowance,
-- and while the breaker is open nothing is written.
create function waitlist.admit_joins(
  inout refusals text[], clients text[], networks text[], at timestamptz
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  breaker constant waitlist.limits := (select limit_row from waitlist.limits as limit_row where limit_row.name = 'global');
  minute_ends constant timestamptz := date_bin(breaker.every, at, timestamptz '2000-01-01 00:00:00+00') + breaker.every;
  joined constant bigint := waitlist.joins_in_minute(minute_ends);
  room constant bigint := greatest(breaker.most - joined, 0);
  -- Two thirds.
  busy_from constant integer := ceil(2 * breaker.most / 3.0);
  admitted integer;
begin
  if room > 0 then
    refusals := waitlist.spend_allowances('client', clients, refusals, at);
    refusals := waitlist.spend_allowances('network', networks, refusals, at);
    if joined >= busy_from then
      refusals := waitlist.spend_allowances('network-when-busy', networks, refusals, at);
    end if;
  end if;

  admitted := cardinality(array_positions(refusals, null));
  if admitted > room then
    refusals := array(
      with numbered as (
        select tries.refusal, tries.position,
               row_number() over (partition by tries.refusal is null order by tries.position) as nth
          from unnest(refusals) with ordinality as tries (refusal, position)
      )
      select case when numbered.refusal is null and numbered.nth > room then breaker.refusal else numbered.refusal end
        from numbered order by numbered.position);
    admitted := room;
  end if;
  if admitted > 0 then
    perform waitlist.note_joins(admitted, minute_ends);
  end if;
end
$$;

-- What the limits and waitlist.tidy_addresses need of joins: an array of each, in their order.
create function waitlist.columns_of_joins(
  joins jsonb, out emails text[], out sources text[], out clients text[], out networks text[]
)
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  select array_agg(given.email order by given.position), array_agg(given.source order by given.position),
         array_agg(given.client_hash order by given.position), array_agg(given.network_hash order by given.position)
    into emails, sources, clients, networks
    from rows from (jsonb_to_recordset(joins) as (email text, source text, "clientHash" text, "networkHash" text))
           with ordinality as given (email, source, client_hash, network_hash, position);
end
$$;

-- Stores the joins without a refusal, the evidence that they agreed, and an email for each. New, known and left addresses are all
-- written, so that no answer's time tells who is on the list. They are sorted, so that two calls with the same addresses cannot
-- deadlock. If an address comes twice, the first is kept. A person who left and joins again is back, with the form and the wording of
-- now. A new field of a join is read here alone: the functions that call this one hand `joins` on as they are.
create function waitlist.store_joins(
  joins jsonb, emails text[], canonicals text[], refusals text[], at timestamptz
) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  wording constant text := (select max(version) from waitlist.wordings);
  entry_ids bigint[];
begin
  with stored as (
    insert into waitlist.entries as entry_row
      (email, canonical, source, joined_at, consented_at, consent_wording, state, network_mark)
    select distinct on (given.canonical collate "C")
           given.email, given.canonical, given.source, at, at, wording, 'joined', left(given.network_hash, 8)
      from rows from (
             jsonb_to_recordset(joins) as (source text, "networkHash" text), unnest(emails), unnest(canonicals), unnest(refusals)
           ) with ordinality as given (source, network_hash, email, canonical, refusal, position)
     where given.refusal is null
     order by given.canonical collate "C", given.position
    on conflict (canonical) do update
       set consented_at = case entry_row.state when 'left' then excluded.consented_at else entry_row.consented_at end,
           consent_wording = case entry_row.state when 'left' then excluded.consent_wording else entry_row.consent_wording end,
           source = case entry_row.state when 'left' then excluded.source else entry_row.source end,
           network_mark = case entry_row.state when 'left' then excluded.network_mark else entry_row.network_mark end,
           state = 'joined',
           left_at = null
    returning entry_row.id, entry_row.source, entry_row.consented_at
  ), noted as (
    insert into waitlist.evidence (entry_id, at, event, via, wording)
    select stored.id, at, 'agreed', stored.source, wording from stored where stored.consented_at = at
    -- Another batch of the same moment has noted it: clocks may count by the millisecond, and the embedded list's does.
    on conflict do nothing
  )
  select array_agg(stored.id) into entry_ids from stored;
  -- For every join alike: waitlist.claim_email decides what may be sent, long after the answer.
  perform waitlist.queue_for_joined(entry_ids, at);
end
$$;

-- Takes an array of joins. Each is an object with the fields of JoinFields (content/join-fields.ts) and the hashes of its `client` and
-- `network` (null when unknown). `moment` replaces the present: only tests give it. All joins are one transaction. Gives for each,
-- in their order, null when it joined, else the refusal and its sentence.
create function waitlist.join_batch(
  joins jsonb, moment timestamptz default null, out refusals text[], out errors text[]
)
language plpgsql
set search_path = pg_catalog, pg_temp
-- Planned once a connection: otherwise PostgreSQL plans again for every size of a batch, which takes longer than the join.
set plan_cache_mode = force_generic_plan
-- A part of the ten seconds of a join (decision 12): a table that is locked for longer must not hold it.
set lock_timeout = '2500ms'
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  join_columns constant record := waitlist.columns_of_joins(joins);
  tidied constant record := waitlist.tidy_addresses(join_columns.emails, join_columns.sources);
begin
  -- On a standby an unlogged table cannot even be read, and PostgreSQL's error for that blames the statement.
  if pg_is_in_recovery() then
    raise exception 'a standby stores nothing' using errcode = 'read_only_sql_transaction';
  end if;
  refusals := waitlist.admit_joins(tidied.refusals, join_columns.clients, join_columns.networks, at);
  perform waitlist.store_joins(joins, tidied.emails, tidied.canonicals, refusals, at);
  errors := refusals;
  if array_remove(refusals, null) <> '{}' then
    errors := array(
      select waitlist.refusal_sentence(given.refusal)
        from unnest(refusals) with ordinality as given (refusal, position)
       order by given.position);
  end if;
  -- Its caller is about to give up and say that nothing was stored (decision 12): then nothing is.
  if clock_timestamp() - statement_timestamp() > interval '3 seconds' then
    raise exception 'the joins took longer than their visitors wait' using errcode = 'query_canceled';
  end if;
end
$$;

-- Reads an address as proxies write it: `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1` or `[2001:db8::1]:5678`. Null for anything else. The
-- server reads alike (server/middleware.ts).
create function waitlist.read_address(written text) returns inet
language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  address text := btrim(written, E' \t');
begin
  address := regexp_replace(address, '^\[(.*)\](:\d+)?$', '\1');
  address := regexp_replace(address, '^(\d+\.\d+\.\d+\.\d+):\d+$', '\1');
  address := regexp_replace(address, '%.*$', '');
  address := regexp_replace(address, '^::ffff:(?=\d+\.\d+\.\d+\.\d+$)', '', 'i');
  -- PostgreSQL would also take a network for an address.
  if position('/' in address) > 0 then
    return null;
  end if;
  return address::inet;
exception
  when data_exception then return null;
end
$$;

-- The visitor's address as the proxies in front of PostgREST report it (decision 8). Null when there is none, as in a call by the
-- database's owner: then only the breaker counts.
create function waitlist.client_of_request() returns inet
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  hops constant text[] := string_to_array(headers ->> 'x-forwarded-for', ',');
  added_by_first_proxy constant text := hops[cardinality(hops) + 1 - (select hosted_proxies from waitlist.settings)];
begin
  return coalesce(waitlist.read_address(added_by_first_proxy), waitlist.read_address(hops[1]));
end
$$;

-- One join, as the site's second form calls it, and as PostgREST offers it on a hosted Supabase. The search path names pg_temp
-- last: where it does not, PostgreSQL looks there first for types, and a caller could put a domain in the way.
create function public.add_to_waitlist(user_email text, entry_source text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  hashed record;
  joins jsonb;
  error text;
begin
  hashed := waitlist.hash_client(waitlist.client_of_request());
  joins := jsonb_build_array(jsonb_build_object(
    'email', user_email, 'source', entry_source, 'clientHash', hashed.client_hash, 'networkHash', hashed.network_hash));
  error := (waitlist.join_batch(joins)).errors[1];
  return jsonb_strip_nulls(jsonb_build_object('success', error is null, 'error', error));
end
$$;

-- Tells a caller the address that the limits count them by, and nothing else: `doctor` finds a wrong hosted_proxies by it.
create function public.waitlist_client() returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select host(waitlist.client_of_request()) $$;
