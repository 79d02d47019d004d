-- The one door. Every join, whichever way it comes in, goes through waitlist.join_set.

-- White space and the invisible direction marks that a copy from right-to-left text brings along.
create function waitlist.trimmed(typed text) returns text
language sql immutable parallel safe
as $$
  select btrim(typed, E' \t\n\r\f\u000B\u00A0\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2028\u2029\u202F\u2060\u2066\u2067\u2068\u2069\u3000\uFEFF')
$$;

-- Whether mail could go there: at most 254 bytes (RFC 5321, 4.5.3.1.3; checked first, nothing longer is looked at),
-- local part @ domain with a dot, plain ASCII (a domain in another script arrives here as punycode), no part that no mail
-- system accepts. Gmail ignores what follows a plus: before it there must be a name.
create function waitlist.is_address(trimmed text) returns boolean
language sql immutable parallel safe
as $$
  select case
    when trimmed is null or octet_length(trimmed) > 254 then false
    when trimmed !~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])$' then false
    when strpos(trimmed, '@') > 65 or split_part(trimmed, '@', 2) ~ '[^.]{64}' then false
    else not (trimmed like '+%' and lower(split_part(trimmed, '@', 2) collate "C") in ('gmail.com', 'googlemail.com'))
  end
$$;

-- The address as mail goes to it: the local part as typed, the domain, where case means nothing, in lower case.
create function waitlist.tidy_address(trimmed text) returns text
language sql immutable parallel safe
as $$
  select split_part(trimmed, '@', 1) || '@' || lower(split_part(trimmed, '@', 2) collate "C")
$$;

-- One form for all spellings of one mailbox. Dots and plus are equal only at Gmail: elsewhere they may be two people.
create function waitlist.canonical_address(tidy text) returns text
language sql immutable parallel safe
as $$
  select case
    when split_part(tidy, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(lower(tidy collate "C"), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else lower(tidy collate "C")
  end
$$;

-- The sentence that a refused visitor reads.
create function waitlist.refusal_sentence(refusal text) returns text
language sql immutable parallel safe
as $$
  select case refusal
    when 'address' then 'That does not look like a complete email address. Check it and try again.'
    when 'source' then 'Choose one of the answers to how you heard about us.'
    when 'too-many' then 'There have been many tries in a short time. Wait ten minutes and try again.'
  end
$$;

-- Takes a set of joins, the hashes of each one's client and network (null when unknown), other ceilings than the
-- table's, if any, and another moment than now, if any. Limits, checks and stores them in this one transaction.
-- Gives one refusal and one sentence for each row, in the order of the rows; null for a join that succeeded. New, known
-- and left addresses are written alike and answered alike, so that neither the answer nor its time tells who is on the list.
create function waitlist.join_set(
  emails text[],
  sources text[],
  clients text[],
  networks text[],
  ceilings jsonb default null,
  moment timestamptz default null,
  out refusals text[],
  out errors text[]
)
language plpgsql
set search_path = ''
-- Planned once a connection: without this PostgreSQL plans anew for every set's size, which takes longer than the join.
set plan_cache_mode = force_generic_plan
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  client_within boolean[];
  network_within boolean[];
  room integer;
begin
  -- A try that the narrower limit refuses does not count towards the wider one: one client alone can never shut out
  -- its neighbours, nor trip the breaker.
  client_within := waitlist.count_tries('client', clients, ceilings, at);
  network_within := waitlist.count_tries(
    'network',
    case when client_within is null then networks else array(
      select case when asked.within then asked.network end
        from unnest(networks, client_within) with ordinality as asked (network, within, position)
       order by asked.position
    ) end,
    ceilings, at);
  room := waitlist.count_for_breaker(
    (select count(*)::integer from unnest(emails, client_within, network_within) as asked (email, client, network)
      where coalesce(asked.client and asked.network, true)),
    ceilings, at);

  with asked as materialized (
    select asked.position, asked.source, waitlist.trimmed(asked.email) as typed,
           coalesce(asked.client_within and asked.network_within, true) as within
      from unnest(emails, sources, client_within, network_within)
           with ordinality as asked (email, source, client_within, network_within, position)
  ), judged as materialized (
    select asked.position, asked.source, waitlist.tidy_address(asked.typed) as email,
           case
             when not asked.within or sum(asked.within::integer) over (order by asked.position) > room then 'too-many'
             when not waitlist.is_address(asked.typed) then 'address'
             when asked.source is null or asked.source <> all (waitlist.sources()) then 'source'
           end as refusal
      from asked
  ), stored as (
    -- Sorted, so that two calls with the same addresses cannot deadlock. Of two rows of one address the first in the set
    -- is kept, and of two sets the one that is written first: its spelling, its source, its time. An address that left and asks again is back
    -- on the list, under the wording it agreed to now.
    insert into waitlist.entries as known (email, canonical, source, joined_at, consent_wording, state)
    select distinct on (accepted.canonical)
           accepted.email, accepted.canonical, accepted.source, at, waitlist.consent_wording(), 'joined'
      from (
        select judged.*, waitlist.canonical_address(judged.email) collate "C" as canonical
          from judged
         where judged.refusal is null
      ) as accepted
     order by accepted.canonical, accepted.position
    on conflict (canonical) do update
       set consent_wording = case known.state when 'left' then excluded.consent_wording else known.consent_wording end,
           state = 'joined'
    returning known.id
  )
  -- A mail outbox belongs here: one row for each row of stored, in this same transaction, read by a worker afterwards.
  select array_agg(judged.refusal order by judged.position),
         array_agg(waitlist.refusal_sentence(judged.refusal) order by judged.position)
    into refusals, errors
    from judged;
end
$$;
