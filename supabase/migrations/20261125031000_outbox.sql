-- How a worker takes an email and puts down what became of it, and how an announcement gets its recipients. Any number of workers may
-- run; none waits for another's lock (decision 28).

-- Whether emails may go out at all: not while all mail is paused, nor when the hour's share is used up, of which
-- announcements have a part.
create function waitlist.may_send(announcements boolean, at timestamptz) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select not exists (select from waitlist.settings where sending_paused_since is not null)
     and not exists (
       select from waitlist.email_hours as used
        where used.hour = date_trunc('hour', at, 'UTC')
          and (used.transmissions >= (select most from waitlist.limits where name = 'emails-an-hour')
            or may_send.announcements
              and used.announcements >= (select most from waitlist.limits where name = 'announcements-an-hour')))
$$;

-- Stops the emails of all processes. When they are stopped already, the first reason stays. Each announcement then waits to be
-- resumed by its name: a restored list does not know who was written to since its backup.
create function waitlist.pause_sending(because text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.settings set sending_paused_since = clock_timestamp(), sending_paused_because = because
   where sending_paused_since is null;
  update waitlist.announcements set state = 'paused', paused_because = because where state = 'sending';
end
$$;

-- Whether an email waits that may go out now, so that a worker need not call its mail server for nothing.
create function waitlist.email_is_due(kinds text[], at timestamptz default clock_timestamp()) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select (exists (
           select from waitlist.outbox
            where announcement is null and kind = any (kinds) and state in ('waiting', 'transmitting') and due_at <= at)
         and waitlist.may_send(false, at))
      or ('announcement' = any (kinds)
         and exists (select from waitlist.announcements where state = 'sending' and due_at <= at)
         and waitlist.may_send(true, at))
$$;

-- Whether an email may still go to its person: decided when it is sent, not when it was put in. How many a mailbox may get is
-- counted whatever stands after its plus, and whoever typed it.
create function waitlist.may_get(
  message waitlist.outbox, entry waitlist.entries, to_unconfirmed boolean, at timestamptz
) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with target as (
    select waitlist.mailbox(coalesce(message.to_canonical, entry.canonical)) as mailbox
  ), same_mailbox as (
    select * from waitlist.entries where canonical = (select mailbox from target)
    union all
    select * from waitlist.entries where canonical like '%+%@%' and waitlist.mailbox(canonical) = (select mailbox from target)
  ), others as (
    select message_id, transmitted_at from waitlist.outbox
     where entry_id in (select id from same_mailbox) and announcement is null and to_canonical is null
    union all
    select message_id, transmitted_at from waitlist.outbox
     where to_canonical is not null and waitlist.mailbox(to_canonical) = (select mailbox from target)
  )
  select entry.state = 'joined' and not exists (
    select from waitlist.suppressions
     where address_hash = waitlist.address_hash((select mailbox from target)) and reason is not null
  ) and case
    when message.announcement is not null then entry.confirmed_at is not null or to_unconfirmed
    -- Once for each change, to somebody who was on the list.
    when message.kind = 'moved' then true
    else (message.kind = 'change' or entry.confirmed_at is null) and not exists (
      select from waitlist.limits
       where limits.name in ('emails-again', 'emails-a-day', 'emails-unconfirmed')
         and limits.most <= (
           select count(*) from others
            where others.message_id <> message.message_id
              and others.transmitted_at > greatest(
                at - limits.every,
                case limits.name when 'emails-unconfirmed' then (select min(consented_at) from same_mailbox where state = 'joined') end)))
  end
$$;

-- The next email that is due, locked: whoever joins is waiting, so that an announcement's comes after all others. Of the
-- announcement it gives the row, or when it may be asked for again.
create function waitlist.next_email(
  kinds text[], at timestamptz, out message waitlist.outbox, out sending waitlist.announcements, out pause_ms integer
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if waitlist.may_send(false, at) then
    select * into message from waitlist.outbox as due
     where due.announcement is null and due.kind = any (kinds) and due.state in ('waiting', 'transmitting') and due.due_at <= at
     order by due.due_at limit 1 for update skip locked;
  end if;
  if message.message_id is not null or 'announcement' <> all (kinds) or not waitlist.may_send(true, at) then
    return;
  end if;
  select * into sending from waitlist.announcements as known
   where known.state = 'sending' order by known.due_at, known.id limit 1 for update;
  if sending.due_at > at then
    pause_ms := ceil(extract(epoch from sending.due_at - at) * 1000);
  elsif sending.id is not null then
    select * into message from waitlist.outbox as due
     where due.announcement is not null and due.announcement = sending.id and due.state in ('waiting', 'transmitting')
       and due.due_at <= at
     order by due.due_at, due.entry_id limit 1 for update skip locked;
    if message.message_id is null then
      -- Either it is done, or something of it is due later.
      update waitlist.announcements as known
         set due_at = coalesce(open.next, known.due_at),
             state = case when open.next is null then 'done' else known.state end,
             finished_at = case when open.next is null then at end
        from (select min(case state when 'waiting' then greatest(due_at, at) else at + interval '1 second' end) as next
                from waitlist.outbox
               where announcement is not null and announcement = sending.id and state in ('waiting', 'transmitting')) as open
       where known.id = sending.id;
    end if;
  end if;
end
$$;

-- Takes a worker's name, the kinds of email that it can write, so that others wait, and the hashes of new tokens by what their links
-- are for. Gives the next email that may be sent, marked as being transmitted, and an announcement's words. If there is none, message_id is null,
-- and pause_ms says when to ask again if that is known. Whoever left, confirmed, is suppressed or has had enough is dropped on the
-- way. The answer of a join never depends on any of this.
create function waitlist.claim_email(
  worker text, kinds text[], hashes jsonb, at timestamptz default clock_timestamp(),
  out message_id text, out kind text, out words jsonb, out email text, out source text, out consented_on text, out pause_ms integer
)
language plpgsql
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would sort all that is due for the sake of the first, and compile the statement for its cost.
set enable_sort = off
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  next record;
  message waitlist.outbox;
  entry waitlist.entries;
begin
  for step in 1..100 loop
    select * into next from waitlist.next_email(kinds, at);
    message := next.message;
    pause_ms := next.pause_ms;
    if message.message_id is null then
      return;
    end if;

    select * into entry from waitlist.entries as known where known.id = message.entry_id for no key update skip locked;
    -- A join, an erasure or another email to the same mailbox has it at this moment.
    if entry.id is null or not pg_try_advisory_xact_lock(hashtextextended(waitlist.mailbox(entry.canonical), 0)) then
      update waitlist.outbox as due set due_at = at + interval '1 second' where due.message_id = message.message_id;
      continue;
    end if;

    -- Its worker has gone. A welcome is sent once more; all else is for a person to look whether it arrived.
    if message.state = 'transmitting' and (message.announcement is not null or message.repeats > 0) then
      update waitlist.outbox as due set state = 'uncertain', reply = 'its sender stopped: look whether it arrived'
       where due.message_id = message.message_id;
      continue;
    end if;

    if not waitlist.may_get(message, entry, (next.sending).to_unconfirmed, at) then
      delete from waitlist.outbox as due where due.message_id = message.message_id;
      update waitlist.announcements as known
         set left_list = known.left_list + (entry.state <> 'joined')::integer,
             mailbox_gone = known.mailbox_gone + (entry.state = 'joined')::integer
       where known.id = message.announcement;
      continue;
    end if;

    update waitlist.outbox as due
       set state = 'transmitting', worker_id = worker, due_at = at + interval '30 seconds', tries = due.tries + 1,
           repeats = due.repeats + (due.state = 'transmitting')::integer, transmitted_at = at
     where due.message_id = message.message_id;
    insert into waitlist.email_links (hash, entry_id, purpose, message_id)
    select decode(token.hash, 'hex'), entry.id, token.purpose, case token.purpose when 'change' then message.message_id end
      from jsonb_each_text(hashes) as token (purpose, hash)
     where token.purpose = any (case message.kind
             when 'welcome' then array['confirm', 'leave', 'not-me', 'place']
             when 'announcement' then array['leave', 'place']
             when 'change' then array['change'] end);
    delete from waitlist.email_hours where hour < at - interval '1 day';
    insert into waitlist.email_hours as known (hour, transmissions, announcements)
    values (date_trunc('hour', at, 'UTC'), 1, (message.announcement is not null)::integer)
    on conflict (hour) do update
       set transmissions = known.transmissions + 1, announcements = known.announcements + excluded.announcements;
    -- A second may be made up for, so that the pace is kept by workers that look now and then.
    update waitlist.announcements as known
       set due_at = greatest(known.due_at, at - interval '1 second') + interval '1 minute' / known.rate
     where known.id = message.announcement
    returning jsonb_build_object('subject', known.subject, 'html', known.html, 'text', known.text) into words;
    message_id := replace(message.message_id::text, '-', '');
    kind := message.kind;
    email := coalesce(message.to_email, entry.email);
    source := entry.source;
    consented_on := to_char(entry.consented_at at time zone 'UTC', 'YYYY-MM-DD');
    return;
  end loop;
  pause_ms := 0;
end
$$;

-- What became of an email: sent; refused, with what it says of the mailbox (note_bounce); deferred, nothing was taken; uncertain, the line broke
-- before the reply; sender_fault, no server took it, and neither it nor its recipient is the reason: that costs no try, blames
-- nobody, and takes back a refusal stored before, but of somebody's welcomes only the latest. Ignored when the email is another
-- worker's by now; a worker that was taken for gone and was not may still say what it knows.
create function waitlist.finish_email(
  worker text, message text, outcome text, server_reply text, verdict text default null,
  at timestamptz default clock_timestamp()
) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  tries_limit waitlist.limits;
  due waitlist.outbox;
  is_cancelled boolean;
  next_state text;
begin
  select * into due from waitlist.outbox as known
   where known.message_id = message::uuid and known.worker_id = worker
     and (known.state in ('transmitting', 'uncertain') or (known.state = 'failed' and outcome = 'sender_fault'))
     for update;
  if not found then
    return;
  end if;
  select * into tries_limit from waitlist.limits where name = 'email-tries';
  is_cancelled := exists (select from waitlist.announcements where id = due.announcement and state = 'cancelled');
  next_state := case
    when outcome = 'uncertain' and due.announcement is null and due.repeats = 0 then 'transmitting'
    when outcome in ('sent', 'uncertain') then outcome
    when outcome = 'refused' or is_cancelled or (outcome = 'deferred' and due.tries >= tries_limit.most) then 'failed'
    when due.state <> 'transmitting' and due.announcement is null and exists (
      select from waitlist.outbox as later
       where later.entry_id = due.entry_id and later.kind = due.kind and later.queued_at > due.queued_at) then 'failed'
    else 'waiting'
  end;
  update waitlist.outbox as known
     set state = next_state,
         reply = left(server_reply, 500),
         worker_id = case when next_state <> 'transmitting' then worker end,
         tries = due.tries - (outcome = 'sender_fault')::integer,
         due_at = at + tries_limit.every * case outcome when 'sender_fault' then 1 else power(2, due.tries - 1) end,
         transmitted_at = case when outcome in ('sent', 'uncertain') then due.transmitted_at end,
         -- A refusal that is taken back was none.
         bounced = case when due.state <> 'failed' then due.bounced end
   where known.message_id = due.message_id;
  if next_state = 'failed' and verdict is not null and (outcome = 'refused' or not is_cancelled) then
    perform waitlist.note_bounce(message, verdict, at);
  elsif due.state = 'failed' then
    delete from waitlist.suppressions
     where address_hash = (
             select waitlist.address_hash(coalesce(due.to_canonical, canonical)) from waitlist.entries where id = due.entry_id)
       and coalesce(reason, 'bounce') = 'bounce';
  end if;
  if next_state = 'waiting' and due.state <> 'transmitting' then
    -- An announcement that is done has something to send again.
    update waitlist.announcements set state = 'sending', finished_at = null, due_at = least(due_at, clock_timestamp())
     where id = due.announcement and state in ('done', 'sending');
  end if;
end
$$;

-- Looks through the next thousand entries after one for an announcement's recipients, at most so many, and puts them into the
-- outbox if that is wanted. Who has had it is passed over. reached is null where there are no further entries. An embedded
-- database answers nobody meanwhile, which is why it is not all at once.
create function waitlist.next_recipients(
  announced integer, to_unconfirmed boolean, only_source text, after bigint, most integer, enqueue boolean,
  out recipients integer, out unconfirmed integer, out left_list integer, out mailbox_gone integer, out reached bigint,
  out emails text[]
)
language sql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
  with looked as materialized (
    select id, email, state, canonical, source, confirmed_at from waitlist.entries where id > after order by id limit 1000
  -- Materialized, because it hashes each address.
  ), judged as materialized (
    select looked.id, looked.email, looked.confirmed_at, case
             when looked.state <> 'joined' then 'left'
             when exists (
               select from waitlist.suppressions
                where address_hash = waitlist.hmac_sha256(email_key.secret, waitlist.mailbox(looked.canonical))
                  and reason is not null) then 'gone'
             else 'recipient' end as what
      from looked, waitlist.email_key
     where (only_source is null or looked.source = only_source)
       and (looked.state <> 'joined' or to_unconfirmed or looked.confirmed_at is not null)
       and not exists (
         select from waitlist.outbox as had
          where had.announcement is not null and had.announcement = announced and had.entry_id = looked.id
            and had.state <> 'waiting')
  ), chosen as materialized (
    select id, email, confirmed_at from judged where what = 'recipient' order by id limit most
  ), put_in as (
    insert into waitlist.outbox (entry_id, kind, announcement, queued_at, due_at)
    select chosen.id, 'announcement', announced, clock_timestamp(), clock_timestamp() from chosen where enqueue
    on conflict (announcement, entry_id) where announcement is not null do nothing
  )
  select (select count(*) from chosen)::integer, (select count(*) from chosen where confirmed_at is null)::integer,
         (count(*) filter (where what = 'left'))::integer, (count(*) filter (where what = 'gone'))::integer,
         (select max(id) from looked), (select array_agg(email order by id) from chosen)
    from judged
$$;
