-- How a worker takes a message from the outbox and puts down what became of it. Any number of workers may run; none waits
-- for another's lock. Why in this order: decision 28.

create function waitlist.email_limit(name_of_limit text, out most integer, out every interval)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select limits.most, limits.every from waitlist.limits where limits.name = name_of_limit
$$;

create function waitlist.address_hash(canonical text) returns bytea
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select waitlist.hmac_sha256(email_key.secret, canonical) from waitlist.email_key
$$;

-- Takes a worker's name and the hashes of three new tokens; gives the next message that may be sent, marked as being
-- transmitted, and how many were dropped on the way to it: to a confirmed or suppressed address, one that left, one that
-- has had enough. No message: reference is null. The answer of a join never depends on any of this.
-- waitlist.email_is_due stands with the switch for sending, in the desk's migration.
create function waitlist.claim_email(
  worker text,
  confirm_hash text,
  leave_hash text,
  not_me_hash text,
  moment timestamptz default null,
  out reference text,
  out kind text,
  out email text,
  out source text,
  out consented_on text,
  out dropped integer
)
language plpgsql
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would sort all that is due for the sake of the first, and compile the statement for its cost.
set enable_sort = off
set jit = off
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  message record;
  entry waitlist.entries;
begin
  dropped := 0;
  while waitlist.email_is_due(at) and dropped < 100 loop
    select due.*, due.ctid as place into message
      from waitlist.outbox as due
     where due.state in ('waiting', 'transmitting') and due.due_at <= at
     order by due.due_at
     limit 1
       for update skip locked;
    exit when not found;

    select * into entry from waitlist.entries as known where known.id = message.entry_id for no key update skip locked;
    if not found then
      -- A join or an erasure has it at this moment.
      update waitlist.outbox as due set due_at = at + interval '1 second'
       where due.ctid = message.place;
      continue;
    end if;

    if message.state = 'transmitting' and message.repeats > 0 then
      update waitlist.outbox as due set state = 'failed', reply = 'broke off twice: look whether it arrived'
       where due.ctid = message.place;
      continue;
    end if;

    if not waitlist.may_be_emailed(entry, at) then
      delete from waitlist.outbox as due where due.ctid = message.place;
      dropped := dropped + 1;
      continue;
    end if;

    update waitlist.outbox as due
       set state = 'transmitting', claimant = worker, due_at = at + interval '30 seconds', tries = due.tries + 1,
           repeats = due.repeats + (due.state = 'transmitting')::integer, transmitted_at = at,
           reference = coalesce(due.reference, gen_random_uuid())
     where due.ctid = message.place
    returning replace(due.reference::text, '-', ''), due.kind into claim_email.reference, claim_email.kind;
    email := entry.email;
    source := entry.source;
    consented_on := to_char(entry.consented_at at time zone 'UTC', 'YYYY-MM-DD');
    insert into waitlist.email_links (hash, entry_id, purpose) values
      (decode(confirm_hash, 'hex'), entry.id, 'confirm'),
      (decode(leave_hash, 'hex'), entry.id, 'leave'),
      (decode(not_me_hash, 'hex'), entry.id, 'not-me');
    delete from waitlist.email_hours where hour < at - interval '1 day';
    insert into waitlist.email_hours as known (hour, transmissions) values (date_trunc('hour', at, 'UTC'), 1)
    on conflict (hour) do update set transmissions = known.transmissions + 1;
    return;
  end loop;
end
$$;

create function waitlist.may_be_emailed(entry waitlist.entries, at timestamptz) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select entry.state = 'joined' and entry.confirmed_at is null
     and not exists (
       select from waitlist.suppressions
        where address_hash = waitlist.address_hash(entry.canonical) and reason is not null)
     and not exists (
       select from waitlist.limits
        where limits.name in ('emails-again', 'emails-a-day', 'emails-unconfirmed')
          and limits.most <= (
            select count(*) from waitlist.outbox as other
             where other.entry_id = entry.id and other.state in ('sent', 'failed')
               and other.transmitted_at > greatest(
                 at - limits.every, case limits.name when 'emails-unconfirmed' then entry.consented_at end)))
$$;

-- A worker that still transmits says so, or after half a minute another one takes its messages.
create function waitlist.keep_emails(worker text, messages text[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.outbox set due_at = clock_timestamp() + interval '30 seconds'
   where reference = any (messages::uuid[]) and claimant = worker and state = 'transmitting'
$$;

-- What became of a message: sent; refused for good, with the status of RFC 3463 where the server gave one; deferred, nothing
-- was taken; uncertain, the line broke before the reply. Ignored when the message is another worker's by now.
create function waitlist.finish_email(
  worker text, message text, outcome text, server_reply text, status text default null, moment timestamptz default null
) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  tries_limit record;
  next_state text;
  finished waitlist.outbox;
begin
  tries_limit := waitlist.email_limit('email-tries');
  update waitlist.outbox as due
     set reply = left(server_reply, 500),
         claimant = null,
         state = case
           when outcome = 'sent' then 'sent'
           when outcome = 'refused' or (outcome = 'deferred' and due.tries >= tries_limit.most) then 'failed'
           when outcome = 'deferred' then 'waiting'
           else 'transmitting'
         end,
         due_at = at + tries_limit.every * power(2, due.tries - 1),
         transmitted_at = case when outcome in ('sent', 'uncertain') then due.transmitted_at end
   where due.reference = message::uuid and due.claimant = worker and due.state = 'transmitting'
  returning * into finished;
  if finished.state = 'failed' then
    perform waitlist.note_bounce(message, coalesce(status, '4.0.0'), at);
  end if;
  return finished.state;
end
$$;

-- A message that did not arrive, or was complained about (status 'complaint'). A mailbox that is not there ends it at once:
-- 5.1.x, but for 5.1.7 and 5.1.8, which blame the sender. All else counts, and ends it when there were too many.
-- Gives what was done: 'suppressed', 'counted', or null for a message nobody sent.
create function waitlist.note_bounce(message text, status text, moment timestamptz default null) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  soft constant record := waitlist.email_limit('soft-bounces');
  entry waitlist.entries;
  suppressed text;
begin
  select known.* into entry
    from waitlist.outbox as sent join waitlist.entries as known on known.id = sent.entry_id
   where sent.reference = message::uuid;
  if not found then
    return null;
  end if;
  if status = 'complaint' then
    perform waitlist.leave(entry.id, 'complaint');
    perform waitlist.suppress(entry.canonical, 'complaint', at);
    return 'suppressed';
  end if;
  if status ~ '^5\.1\.' and status !~ '^5\.1\.[78]$' then
    perform waitlist.suppress(entry.canonical, 'bounce', at);
    return 'suppressed';
  end if;
  insert into waitlist.suppressions as known (address_hash, soft_bounces, noted_at)
  values (waitlist.address_hash(entry.canonical), 1, at)
  on conflict (address_hash) do update
     set soft_bounces = case when known.noted_at > at - soft.every then known.soft_bounces else 0 end + 1,
         noted_at = case when known.reason is null then at else known.noted_at end,
         reason = coalesce(known.reason, case
           when known.noted_at > at - soft.every and known.soft_bounces + 1 >= soft.most then 'bounce' end)
  returning known.reason into suppressed;
  return case when suppressed is null then 'counted' else 'suppressed' end;
end
$$;

-- What a person said outweighs what a mailbox did.
create function waitlist.suppress(canonical text, why text, at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into waitlist.suppressions as known (address_hash, reason, noted_at)
  values (waitlist.address_hash(canonical), why, at)
  on conflict (address_hash) do update set reason = excluded.reason, noted_at = excluded.noted_at
   where coalesce(known.reason, 'bounce') = 'bounce'
$$;

create function waitlist.leave(entry bigint, way text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('waitlist.via', way, true);
  update waitlist.entries set state = 'left' where id = entry and state = 'joined';
end
$$;

-- Takes the hash of a token, what its link is for, and how it was followed ('link' or 'one-click'). Does it, however often it
-- is asked; false when there is no such link, or its entry is gone.
create function waitlist.follow_link(token_hash text, wanted text, way text) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  entry waitlist.entries;
begin
  select known.* into entry
    from waitlist.email_links as link join waitlist.entries as known on known.id = link.entry_id
   where link.hash = decode(token_hash, 'hex') and link.purpose = wanted
     for no key update of known;
  if not found then
    return false;
  end if;
  if wanted = 'confirm' then
    if entry.confirmed_at is null then
      update waitlist.entries set confirmed_at = clock_timestamp() where id = entry.id;
      insert into waitlist.evidence (entry_id, at, event, via, wording)
      values (entry.id, clock_timestamp(), 'confirmed', way, entry.consent_wording);
    end if;
    -- An email has arrived there.
    delete from waitlist.suppressions
     where address_hash = waitlist.address_hash(entry.canonical) and coalesce(reason, 'bounce') = 'bounce';
  elsif wanted = 'leave' then
    perform waitlist.leave(entry.id, way);
  else
    perform waitlist.leave(entry.id, 'not-me');
    perform waitlist.suppress(entry.canonical, 'not-me', clock_timestamp());
  end if;
  return true;
end
$$;
