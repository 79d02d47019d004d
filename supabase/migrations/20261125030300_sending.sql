-- How a worker takes an email and puts down what became of it. Any number of workers may run; none waits for another's lock
-- (decision 28). docs/architecture.md has the states as a table.

-- The next email of an announcement, locked, with the announcement's row. If there is none, pause_ms says when to ask again, if that
-- is known.
create function waitlist.next_of_announcement(
  at timestamptz, out message waitlist.outbox, out sending waitlist.announcements, out pause_ms integer
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  next_at timestamptz;
begin
  select * into sending from waitlist.announcements
   where announcements.state = 'sending' and announcements.due_at <= at
   order by announcements.due_at, announcements.id limit 1 for update skip locked;
  if sending.id is null then
    select min(announcements.due_at) into next_at from waitlist.announcements where announcements.state = 'sending';
    if next_at is not null then
      -- When it is due, another worker takes an email of it at this moment, in a few milliseconds.
      pause_ms := greatest(waitlist.ms_until(next_at, at), 20);
    end if;
    return;
  end if;

  select * into message from waitlist.outbox as due
   where due.announcement is not null and due.announcement = sending.id and due.is_open and due.due_at <= at
   order by due.due_at, due.entry_id limit 1 for update skip locked;
  if message.message_id is not null then
    return;
  end if;

  select min(case due.state when 'transmitting' then at + interval '1 second' else greatest(due.due_at, at) end) into next_at
    from waitlist.outbox as due
   where due.announcement is not null and due.announcement = sending.id and due.is_open;
  if next_at is null then
    update waitlist.announcements set state = 'done', finished_at = at where id = sending.id;
  else
    update waitlist.announcements set due_at = next_at where id = sending.id;
  end if;
end
$$;

-- The next email that is due, locked. A person who has just joined is waiting for theirs: those of an announcement come after all
-- others.
create function waitlist.next_email(
  kinds text[], at timestamptz, out message waitlist.outbox, out sending waitlist.announcements, out pause_ms integer
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  open_kinds constant text[] := waitlist.kinds_that_may_go(kinds, at);
  next_announced record;
begin
  if waitlist.may_send(false, at) then
    select * into message from waitlist.outbox as due
     where due.announcement is null and due.is_open and due.kind = any (open_kinds) and due.due_at <= at
     order by due.due_at limit 1 for update skip locked;
  end if;
  if message.message_id is not null then
    return;
  end if;
  if not exists (select from waitlist.email_kinds as kind_row where kind_row.of_announcement and kind_row.kind = any (kinds)) then
    return;
  end if;
  if waitlist.may_send(true, at) then
    next_announced := waitlist.next_of_announcement(at);
    message := next_announced.message;
    sending := next_announced.sending;
    pause_ms := next_announced.pause_ms;
  end if;
end
$$;

-- True for a person who left, joined again, and has no working confirm link, because leaving ends those of earlier emails. Then the
-- email that asks waits until its mailbox may get it. Anybody else has such a link already, so the email is dropped.
create function waitlist.needs_confirm_link(message waitlist.outbox, entry waitlist.entries) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select 'confirm' = any ((waitlist.kind_of(message)).links)
     and entry.state = 'joined' and entry.confirmed_at is null and entry.consented_at > entry.joined_at
     and not waitlist.is_suppressed(entry.canonical)
     and not exists (select from waitlist.email_links where entry_id = entry.id and purpose = 'confirm')
$$;

-- Leaves an email for a second to the transaction that has its person or its mailbox now: a join, an erasure, another worker.
create function waitlist.put_off_email(message waitlist.outbox, at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.outbox set due_at = at + interval '1 second' where message_id = message.message_id
$$;

-- Drops an email that its person may not get any more. An announcement counts the people whom it did not reach, and why.
create function waitlist.drop_email(message waitlist.outbox, entry waitlist.entries) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from waitlist.outbox where message_id = message.message_id;
  if message.announcement is null then
    return;
  end if;
  -- Somebody on the list who may not get it, and is not suppressed, has left, come back and not confirmed again, or gets another
  -- announcement in its place.
  if entry.state = 'joined' and waitlist.is_suppressed(entry.canonical) then
    update waitlist.announcements set unreachable = unreachable + 1 where id = message.announcement;
  else
    update waitlist.announcements set not_entitled = not_entitled + 1 where id = message.announcement;
  end if;
end
$$;

-- Leaves it to a person to find out whether an email has arrived.
create function waitlist.leave_in_doubt(message waitlist.outbox) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.outbox
     set state = 'uncertain',
         -- Where the connection broke, the reply says how.
         reply = case message.state when 'doubted' then message.reply else 'its sender stopped: look whether it arrived' end
   where message_id = message.message_id;
  perform waitlist.delete_email_of_erased(message);
end
$$;

-- Counts an email that is about to be transmitted towards the hour's, and sets when its announcement's next one is due.
create function waitlist.count_transmission(message waitlist.outbox, at timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from waitlist.email_hours as old
   using (select hour, connection from waitlist.email_hours where hour < at - interval '1 day' for update skip locked) as over
   where old.hour = over.hour and old.connection = over.connection;
  insert into waitlist.email_hours as counted (hour, connection, transmissions, announcements)
  values (date_trunc('hour', at, 'UTC'), pg_backend_pid(), 1, case when message.announcement is null then 0 else 1 end)
  on conflict (hour, connection) do update
     set transmissions = counted.transmissions + 1, announcements = counted.announcements + excluded.announcements;
  -- A second may be made up for, so that the pace is kept by workers that look now and then.
  update waitlist.announcements
     set due_at = greatest(announcements.due_at, at - interval '1 second') + interval '1 minute' / announcements.rate
   where announcements.id = message.announcement;
end
$$;

-- The next email that may be sent, locked, with its person, who is missing if they were erased meanwhile. On the way it drops each
-- email whose person has left, has confirmed, is suppressed or has had enough. If there is none, pause_ms says when to ask again, if
-- that is known.
create function waitlist.take_email(
  kinds text[], at timestamptz, out message waitlist.outbox, out entry waitlist.entries, out pause_ms integer
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  next record;
  kind waitlist.email_kinds;
  target text;
  is_erased boolean;
  may_get boolean;
begin
  -- Each step settles one email that is not to be sent. A transaction with more of them would hold its locks for too long.
  for step in 1..100 loop
    next := waitlist.next_email(kinds, at);
    message := next.message;
    pause_ms := next.pause_ms;
    if message.message_id is null then
      return;
    end if;
    kind := waitlist.kind_of(message);

    select * into entry from waitlist.entries as entry_row where entry_row.id = message.entry_id for no key update skip locked;
    is_erased := not exists (select from waitlist.entries where id = message.entry_id);
    if is_erased and not kind.outlives_entry then
      delete from waitlist.outbox where message_id = message.message_id;
      continue;
    end if;
    if entry.id is null and not is_erased then
      perform waitlist.put_off_email(message, at);
      continue;
    end if;
    -- The lock is on the mailbox that the limits count. Otherwise two emails to it could both find room for one.
    target := (waitlist.target_of(message, entry)).canonical;
    if not pg_try_advisory_xact_lock(hashtextextended(waitlist.mailbox(target), 0)) then
      perform waitlist.put_off_email(message, at);
      continue;
    end if;

    may_get := waitlist.may_get(message, entry, (next.sending).to_unconfirmed, at);
    if message.state in ('doubted', 'transmitting') then
      -- It may have arrived: the connection broke, or its worker has gone. It goes once more, and to the same address only.
      if may_get and kind.is_repeated_in_doubt and message.repeats = 0 and message.to_canonical = target then
        return;
      end if;
      perform waitlist.leave_in_doubt(message);
      continue;
    end if;
    if may_get then
      return;
    end if;
    if waitlist.needs_confirm_link(message, entry) then
      update waitlist.outbox set due_at = at + (select every from waitlist.limits where name = 'emails-again')
       where message_id = message.message_id;
    else
      perform waitlist.drop_email(message, entry);
    end if;
  end loop;
  message := null;
  pause_ms := 0;
end
$$;

-- How long a worker may say nothing about an email that it transmits. Then another one takes the email over.
create function waitlist.lease_duration() returns interval
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select interval '30 seconds'
$$;

-- Takes a worker's name, the kinds of email that it can write (others wait), and the hashes of new tokens by what their links are for.
-- Gives the next email that may be sent, marked as being transmitted, what its links are for, and an announcement's words.
-- If there is none, message_id is null, and pause_ms says when to ask again if that is known. The answer of a join never depends on
-- any of this.
create function waitlist.claim_email(
  worker text, kinds text[], hashes jsonb, at timestamptz default clock_timestamp(),
  out message_id text, out kind text, out links text[], out words jsonb, out address text, out source text, out consented_on text,
  out pause_ms integer
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
  taken record;
  message waitlist.outbox;
  entry waitlist.entries;
  of_kind waitlist.email_kinds;
  target record;
begin
  taken := waitlist.take_email(kinds, at);
  message := taken.message;
  entry := taken.entry;
  pause_ms := taken.pause_ms;
  if message.message_id is null then
    return;
  end if;

  target := waitlist.target_of(message, entry);
  update waitlist.outbox as claimed
     set state = 'transmitting',
         worker_id = worker,
         due_at = at + waitlist.lease_duration(),
         tries = message.tries + 1,
         repeats = message.repeats + case message.state when 'waiting' then 0 else 1 end,
         transmitted_at = at,
         to_email = target.email,
         to_canonical = target.canonical,
         -- To another address than before it is another email: what comes back from the old one is not the new one's.
         message_id = case when message.to_canonical <> target.canonical then gen_random_uuid() else message.message_id end,
         bounced = case when message.to_canonical <> target.canonical then null else message.bounced end
   where claimed.message_id = message.message_id
  returning claimed.* into message;
  perform waitlist.count_transmission(message, at);

  of_kind := waitlist.kind_of(message);
  insert into waitlist.email_links (hash, entry_id, purpose, message_id)
  select decode(token.hash, 'hex'), entry.id, token.purpose, case when of_kind.has_own_address then message.message_id end
    from jsonb_each_text(hashes) as token (purpose, hash)
   where token.purpose = any (of_kind.links) and entry.id is not null;

  select jsonb_build_object('subject', announcements.subject, 'html', announcements.html, 'text', announcements.text) into words
    from waitlist.announcements where announcements.id = message.announcement;
  message_id := replace(message.message_id::text, '-', '');
  kind := message.kind;
  links := of_kind.links;
  address := message.to_email;
  -- Nothing else is known about a person who was erased meanwhile.
  source := coalesce(entry.source, '');
  consented_on := waitlist.iso_day(coalesce(entry.consented_at, message.queued_at));
end
$$;

-- A worker is still transmitting these emails.
create function waitlist.renew_lease(worker text, messages uuid[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.outbox set due_at = clock_timestamp() + waitlist.lease_duration()
   where message_id = any (messages) and worker_id = worker and state = 'transmitting'
$$;

create function waitlist.is_cancelled(message waitlist.outbox) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from waitlist.announcements where id = message.announcement and state = 'cancelled')
$$;

-- Whether a later email of this kind has been queued for the same person.
create function waitlist.has_later_email(message waitlist.outbox) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select message.announcement is null and exists (
    select from waitlist.outbox as later
     where later.entry_id = message.entry_id and later.kind = message.kind and later.queued_at > message.queued_at)
$$;

-- An email's state as a person needs it. If no worker transmits it any more and no server has answered, it is uncertain: it may have
-- arrived. A statement that looks at many emails asks by shownState (mail/outbox-emails.ts).
create function waitlist.shown_state(message waitlist.outbox) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if message.state = 'doubted' or (message.state = 'transmitting' and message.due_at <= clock_timestamp()) then
    return 'uncertain';
  end if;
  return message.state;
end
$$;

-- The state of an email after an outcome. It raises for an outcome that it does not know.
create function waitlist.state_after(message waitlist.outbox, outcome text) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  is_last_try constant boolean := message.tries >= (select most from waitlist.limits where name = 'email-tries');
begin
  if outcome = 'accepted' then
    return 'sent';
  end if;
  if outcome = 'rejected' then
    return 'failed';
  end if;
  if outcome = 'uncertain' then
    return case when (waitlist.kind_of(message)).is_repeated_in_doubt and message.repeats = 0 then 'doubted' else 'uncertain' end;
  end if;
  if outcome is null or outcome not in ('deferred', 'our-fault') then
    raise exception 'There is no outcome %.', outcome;
  end if;
  -- No server took it.
  if waitlist.is_cancelled(message) or waitlist.is_replaced(message) or (outcome = 'deferred' and is_last_try) then
    return 'failed';
  end if;
  if not message.is_open and waitlist.has_later_email(message) then
    return 'failed';
  end if;
  return 'waiting';
end
$$;

-- Sends announcements again that have something to send: those that are done, and those whose next email is due later.
create function waitlist.reopen_announcements(ids integer[], at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.announcements set state = 'sending', finished_at = null, due_at = least(due_at, at)
   where id = any (ids) and state in ('done', 'sending')
$$;

-- What became of an email that a worker claimed (Delivery in mail/outbox.ts).
create type waitlist.delivery as (
  -- accepted: the mail server took it.
  -- rejected: the mail server rejected it for good.
  -- deferred: the mail server took nothing for now.
  -- uncertain: the connection broke before the reply.
  -- our-fault: no server took it, and neither the email nor its recipient is the reason. That costs no try, blames nobody, and
  -- takes back a bounce that was noted before.
  outcome text,
  -- What the mail server answered; after a fault of ours, what to do.
  reply text,
  -- What is noted about the mailbox if the email is given up (waitlist.note_bounce); null for nothing.
  bounce text
);

-- Takes a worker's name, what became of an email that it claimed, and after how many days its person is reminded if it has gone out
-- (0 for never). It is ignored when the email is another worker's by now. A worker that was thought to be gone may still say what it
-- knows.
create function waitlist.finish_email(
  worker text, message_id text, delivery waitlist.delivery, reminder_after_days integer, at timestamptz default clock_timestamp()
) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  first_pause constant interval := (select every from waitlist.limits where name = 'email-tries');
  is_our_fault constant boolean := delivery.outcome = 'our-fault';
  message waitlist.outbox;
  next_state text;
  is_given_up boolean;
begin
  select * into message from waitlist.outbox as claimed
   where claimed.message_id = finish_email.message_id::uuid and claimed.worker_id = worker
     and (claimed.state in ('transmitting', 'uncertain') or (claimed.state = 'failed' and is_our_fault))
     for update;
  if not found then
    return;
  end if;
  next_state := waitlist.state_after(message, delivery.outcome);

  update waitlist.outbox as claimed
     set state = next_state,
         reply = left(delivery.reply, 500),
         -- The worker of a doubted email can say nothing more about it.
         worker_id = case when next_state <> 'doubted' then worker end,
         tries = case when is_our_fault then message.tries - 1 else message.tries end,
         due_at = case when is_our_fault then at + first_pause else at + first_pause * power(2, message.tries - 1) end,
         transmitted_at = case when delivery.outcome in ('accepted', 'uncertain') then message.transmitted_at end,
         -- When a rejection turns out to be our fault, its bounce is taken back.
         bounced = case when message.state <> 'failed' then message.bounced end
   where claimed.message_id = message.message_id;

  if next_state = 'sent' and reminder_after_days > 0 then
    perform waitlist.queue_reminder(message, at, at + make_interval(days => reminder_after_days));
  end if;
  if message.state = 'failed' then
    perform waitlist.take_back_bounce(message.to_canonical, message.bounced);
  end if;
  -- What is given up because its announcement was cancelled, or another one was sent in its place, says nothing about its mailbox.
  is_given_up := delivery.outcome = 'rejected'
    or (next_state = 'failed' and not waitlist.is_cancelled(message) and not waitlist.is_replaced(message));
  if is_given_up and delivery.bounce is not null then
    perform waitlist.note_bounce(message_id, delivery.bounce, at);
  end if;
  if next_state = 'waiting' and not message.is_open then
    perform waitlist.reopen_announcements(array[message.announcement], at);
  end if;
  perform waitlist.delete_email_of_erased(message);
end
$$;
