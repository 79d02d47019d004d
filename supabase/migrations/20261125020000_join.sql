-- The one door. Every join, whichever way it comes in, goes through waitlist.join_set.

create function waitlist.refusal_sentence(refusal text) returns text
language sql immutable parallel safe
as $$
  select case refusal
    when 'address' then 'That does not look like a complete email address. Check it and try again.'
    when 'source' then 'Choose one of the answers to how you heard about us.'
    when 'too-many' then 'There have been many tries in a short time. Wait a minute and try again.'
  end
$$;

-- Takes a set of joins, the hashes of each one's client, network and region (null when unknown), other ceilings than the
-- table's, if any, and another moment than now, if any. Checks, limits and stores them in this one transaction. Gives for each
-- row, in their order, null when it joined, else why not: the refusal, its sentence, and which of its keys has nothing left.
-- New, known and left addresses are written alike and answered alike, so that neither the answer nor its time tells who is on the list.
create function waitlist.join_set(
  emails text[],
  sources text[],
  clients text[],
  networks text[],
  regions text[],
  ceilings jsonb default null,
  moment timestamptz default null,
  out refusals text[],
  out errors text[],
  out exhausted text[]
)
language plpgsql
set search_path = pg_catalog, pg_temp
-- Planned once a connection: without this PostgreSQL plans anew for every set's size, which takes longer than the join.
set plan_cache_mode = force_generic_plan
-- A visitor's browser waits ten seconds: a table that is locked for longer must not hold a join.
set lock_timeout = '2500ms'
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  typed text[];
  valid boolean[];
  breaker record;
  busy_networks text[];
  by_client boolean[];
  by_network boolean[];
  by_region boolean[];
  let_in integer;
begin
  -- On a standby an unlogged table cannot even be read, and PostgreSQL's error for that blames the statement.
  if pg_is_in_recovery() then
    raise exception 'a standby stores nothing' using errcode = 'read_only_sql_transaction';
  end if;

  with asked as materialized (
    select asked.position, asked.source, waitlist.trimmed(asked.email) as typed
      from unnest(emails, sources) with ordinality as asked (email, source, position)
  ), judged as (
    select asked.position, asked.typed,
           case
             when not waitlist.is_address(asked.typed) then 'address'
             when asked.source is null or asked.source <> all (waitlist.sources()) then 'source'
           end as refusal
      from asked
  )
  select array_agg(judged.typed order by judged.position),
         array_agg(judged.refusal order by judged.position),
         case when count(judged.refusal) > 0 then array_agg(judged.refusal is null order by judged.position) end
    into typed, refusals, valid
    from judged;

  -- What can never be stored uses up nobody's allowance, and while the breaker is open nothing at all is written.
  breaker := waitlist.read_breaker(ceilings, at);
  if breaker.room > 0 then
    -- From the narrowest to the widest: a try that one of them refuses does not count towards the next, so that one client
    -- alone can neither shut out its neighbours nor open the breaker.
    by_client := waitlist.count_tries('client', waitlist.keys_within(clients, valid), ceilings, at);
    busy_networks := waitlist.busy_networks(networks, ceilings, at);
    if busy_networks is not null then
      by_client := waitlist.both_within(by_client, waitlist.count_tries(
        'client-when-busy',
        waitlist.keys_within(array(
          select case when asked.network = any (busy_networks) then asked.client end
            from unnest(clients, networks) with ordinality as asked (client, network, position)
           order by asked.position
        ), waitlist.both_within(valid, by_client)),
        ceilings, at));
    end if;
    by_network := waitlist.count_tries(
      'network', waitlist.keys_within(networks, waitlist.both_within(valid, by_client)), ceilings, at);
    if breaker.busy then
      by_network := waitlist.both_within(by_network, waitlist.count_tries(
        'network-when-busy',
        waitlist.keys_within(networks, waitlist.both_within(valid, waitlist.both_within(by_client, by_network))),
        ceilings, at));
      by_region := waitlist.count_tries(
        'region-when-busy',
        waitlist.keys_within(regions, waitlist.both_within(valid, waitlist.both_within(by_client, by_network))),
        ceilings, at);
    end if;
  end if;

  with asked as (
    select asked.position, asked.email, asked.source, asked.network, asked.refusal,
           case
             when asked.refusal is not null then null
             when not asked.by_client then 'client'
             when not asked.by_network then 'network'
             when not asked.by_region then 'region'
           end as exhausted
      from unnest(typed, sources, networks, refusals, by_client, by_network, by_region)
           with ordinality as asked (email, source, network, refusal, by_client, by_network, by_region, position)
  ), judged as materialized (
    select asked.position, asked.source, waitlist.tidy_address(asked.email) as email, asked.refusal,
           breaker.busy or coalesce(asked.network = any (busy_networks), false) as during_flood,
           case
             when asked.refusal is null and asked.exhausted is null
               and count(*) filter (where asked.refusal is null and asked.exhausted is null) over (order by asked.position) > breaker.room
             then 'everyone'
             else asked.exhausted
           end as exhausted
      from asked
  ), stored as (
    -- Sorted, so that two calls with the same addresses cannot deadlock. Of two rows of one address the first in the set
    -- is kept, and of two sets the one that is written first: its spelling, its source, its time. An address that left and
    -- asks again is back on the list, by the form and under the wording it agreed to now.
    insert into waitlist.entries as known
      (email, canonical, source, joined_at, consented_at, consent_wording, state, during_flood)
    select distinct on (accepted.canonical)
           accepted.email, accepted.canonical, accepted.source, at, at, waitlist.consent_wording(), 'joined', accepted.during_flood
      from (
        select judged.*, waitlist.canonical_address(judged.email) collate "C" as canonical
          from judged
         where judged.refusal is null and judged.exhausted is null
      ) as accepted
     order by accepted.canonical, accepted.position
    on conflict (canonical) do update
       set consented_at = case known.state when 'left' then excluded.consented_at else known.consented_at end,
           consent_wording = case known.state when 'left' then excluded.consent_wording else known.consent_wording end,
           source = case known.state when 'left' then excluded.source else known.source end,
           state = 'joined'
    returning known.id, known.source, known.consented_at
  ), noted as (
    insert into waitlist.evidence (entry_id, at, event, via, wording)
    select stored.id, at, 'agreed', stored.source, waitlist.consent_wording() from stored where stored.consented_at = at
    -- Another set of the same moment has noted it: clocks may count by the millisecond, and the embedded list's does.
    on conflict do nothing
  ), queued as (
    -- For every join alike, whoever it is: what may be sent is for waitlist.claim_email to say, long after the answer.
    insert into waitlist.outbox (entry_id, queued_at, due_at)
    select stored.id, at, at from stored
    on conflict (entry_id) where state in ('waiting', 'transmitting') do nothing
  )
  select array_agg(case when judged.exhausted is null then judged.refusal else 'too-many' end order by judged.position),
         array_agg(judged.exhausted order by judged.position),
         count(*) filter (where judged.refusal is null and judged.exhausted is null)
    into refusals, exhausted, let_in
    from judged;
  errors := array(
    select waitlist.refusal_sentence(asked.refusal)
      from unnest(refusals) with ordinality as asked (refusal, position)
     order by asked.position
  );
  if let_in > 0 then
    insert into waitlist.breaker as known (ends_at, connection, joins)
    values (breaker.window_end, pg_backend_pid(), let_in)
    on conflict (ends_at, connection) do update set joins = known.joins + excluded.joins;
  end if;

  -- Its caller has given up by now and said that nothing was stored (database/postgres): then nothing is.
  if clock_timestamp() - statement_timestamp() > interval '3 seconds' then
    raise exception 'the joins took longer than their visitors wait' using errcode = 'query_canceled';
  end if;
end
$$;

-- The visitor's address as the proxy in front of PostgREST reports it: the rightmost hop of x-forwarded-for, the only one
-- that a visitor cannot write. Where a proxy sets a header of its own whatever the visitor sends, that one can be named:
-- alter database … set waitlist.client_header = 'cf-connecting-ip'. Null when there is none, as in a call by the database's
-- owner: then only the breaker counts.
create function waitlist.client_of_request() returns inet
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  header text := coalesce(nullif(current_setting('waitlist.client_header', true), ''), 'x-forwarded-for');
  reported text := substring(headers ->> lower(header) from '[^,]*$');
begin
  return regexp_replace(btrim(reported), '^::ffff:(?=\d+\.)', '', 'i')::inet;
exception
  when data_exception then return null;
end
$$;

-- The one door's face for one join, as the site's second form calls it, and as PostgREST offers it on a hosted Supabase.
-- The search path names pg_temp last: where it does not, PostgreSQL looks there first for types, and a caller could put a domain
-- in the way.
create function public.add_to_waitlist(user_email text, entry_source text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  address inet := waitlist.client_of_request();
  hashed record;
  answer record;
begin
  if address is not null then
    select * into hashed from waitlist.hash_client(address);
  else
    select null::text as client, null::text as network, null::text as region into hashed;
  end if;
  select * into answer
    from waitlist.join_set(
      array[user_email], array[entry_source], array[hashed.client], array[hashed.network], array[hashed.region]);
  if answer.errors[1] is null then
    return '{"success": true}';
  end if;
  return jsonb_build_object('success', false, 'error', answer.errors[1]);
end
$$;
