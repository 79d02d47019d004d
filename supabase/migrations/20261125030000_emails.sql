-- What the emails of the list need: what is to be sent, the links in it, who never gets any, and how a worker takes an email
-- and puts down what became of it. Any number of workers may run; none waits for another's lock (decision 28).
-- Rows of these tables follow their entry when it is deleted by a trigger, not by foreign keys: those would look up the entry
-- once more for every join.

-- One row: what holds for all processes at once.
create table waitlist.settings (
  only_row boolean primary key default true check (only_row),
  hosted_proxies smallint not null default 2 check (hosted_proxies between 1 and 10),
  sending_paused_since timestamptz,
  sending_paused_because text,
  sending_trouble text,
  sending_trouble_at timestamptz,
  backed_up_at timestamptz,
  check ((sending_paused_since is null) = (sending_paused_because is null))
);

comment on table waitlist.settings is 'Switches of the whole list. Nothing in it comes from a visitor.';
comment on column waitlist.settings.hosted_proxies is 'On a hosted Supabase: how many entries of X-Forwarded-For its proxies append, for the function and the procedure alike.';
comment on column waitlist.settings.sending_paused_since is 'Nothing is sent while this is set: a restored copy must not send again what the original has sent.';
comment on column waitlist.settings.sending_trouble is 'Why nothing goes out although it may, as the worker that tries has last noted at sending_trouble_at.';
comment on column waitlist.settings.backed_up_at is 'When the last backup that was read back ended.';

insert into waitlist.settings default values;

-- Every email to a person: waiting → transmitting → sent, failed or uncertain. The welcome is owed to whoever joins; an
-- announcement is put in for each of its recipients when it is sent (decision 28).
create table waitlist.outbox (
  message_id uuid primary key default gen_random_uuid(),
  entry_id bigint not null,
  kind text not null default 'welcome',
  announcement integer,
  queued_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'transmitting', 'sent', 'failed', 'uncertain')),
  due_at timestamptz not null,
  tries integer not null default 0,
  repeats integer not null default 0,
  worker_id text,
  transmitted_at timestamptz,
  reply text,
  check ((kind = 'announcement') = (announcement is not null))
);

-- One welcome at a time for an address. A join meets this index instead of looking for an open message: a search would be
-- planned while the table is empty, and kept.
create unique index outbox_open on waitlist.outbox (entry_id) where kind = 'welcome' and state in ('waiting', 'transmitting');
create index outbox_entry on waitlist.outbox (entry_id);
create index outbox_due on waitlist.outbox (due_at) where announcement is null and state in ('waiting', 'transmitting');
-- Once for each person and announcement: whatever is killed, nobody can be put in twice.
create unique index outbox_recipient on waitlist.outbox (announcement, entry_id) where announcement is not null;
create index outbox_announced on waitlist.outbox (announcement, due_at, entry_id)
  where announcement is not null and state in ('waiting', 'transmitting');
create index outbox_unsent on waitlist.outbox (message_id) where state in ('failed', 'uncertain', 'transmitting');

comment on column waitlist.outbox.message_id is 'Its name in Message-ID and in the envelope''s sender: it says nothing, and nobody can guess it.';
comment on column waitlist.outbox.state is 'uncertain: it may have arrived or not, and nothing sends it again by itself.';
comment on column waitlist.outbox.due_at is 'When a worker may claim it; while it is transmitted, when its worker counts as gone.';
comment on column waitlist.outbox.tries is 'How often it was handed to a mail server, apart from the times when the fault was the sender''s.';
comment on column waitlist.outbox.repeats is 'How often it was sent once more because nobody knows whether it arrived.';
comment on column waitlist.outbox.worker_id is 'Which worker transmits it, or was the last to.';
comment on column waitlist.outbox.transmitted_at is 'When it was last handed over, unless it was turned away.';
comment on column waitlist.outbox.reply is 'What the mail server answered last; after a fault of ours, what to do.';

-- News for the list: its words, for whom, how fast.
create table waitlist.announcements (
  id integer generated always as identity primary key,
  name text not null unique,
  version uuid not null,
  tested_version uuid,
  subject text not null,
  html text not null,
  text text not null,
  to_unconfirmed boolean not null,
  source text,
  first integer check (first > 0),
  rate integer not null check (rate > 0),
  state text not null default 'planned' check (state in ('planned', 'sending', 'paused', 'done', 'cancelled')),
  paused_because text,
  planned_at timestamptz not null,
  opened_at timestamptz,
  finished_at timestamptz,
  due_at timestamptz,
  left_list integer not null default 0,
  mailbox_gone integer not null default 0,
  check ((state = 'paused') = (paused_because is not null)),
  check (state <> 'sending' or due_at is not null)
  -- Each email moves due_at on: the words lie apart, or they would be copied each time.
) with (fillfactor = 50, toast_tuple_target = 128);

comment on table waitlist.announcements is 'News for the list: its words, for whom, how fast. Nothing in it comes from a visitor.';
comment on column waitlist.announcements.version is 'Of its words and its audience: another at every planning.';
comment on column waitlist.announcements.tested_version is 'The version that somebody has had sent to themselves; without it nothing is sent.';
comment on column waitlist.announcements.rate is 'Emails a minute at most.';
comment on column waitlist.announcements.due_at is 'When the next email may go out.';
comment on column waitlist.announcements.left_list is 'How many get nothing because they left.';
comment on column waitlist.announcements.mailbox_gone is 'How many get nothing because their mailbox is gone, or wants no emails.';

-- The links of sent emails, each good for one purpose and one entry. Whoever reads this table cannot follow any.
create table waitlist.email_links (
  hash bytea primary key,
  entry_id bigint not null,
  purpose text not null check (purpose in ('confirm', 'leave', 'not-me'))
);
create index email_links_entry on waitlist.email_links (entry_id);
comment on column waitlist.email_links.hash is 'SHA-256 of the token in the link.';

-- Who gets no email, and whose mailbox has not taken the last ones. It outlives the entry: that is what it is for.
create table waitlist.suppressions (
  address_hash bytea primary key,
  reason text check (reason in ('not-me', 'complaint', 'bounce')),
  soft_bounces integer not null default 0,
  noted_at timestamptz not null
);
comment on column waitlist.suppressions.address_hash is 'HMAC-SHA-256 of the mailbox under waitlist.email_key.';
comment on column waitlist.suppressions.reason is 'Why nothing is sent any more; null while only soft bounces are counted.';

-- The key of those hashes, made once.
create table waitlist.email_key (
  only_one boolean primary key default true check (only_one),
  secret bytea not null check (octet_length(secret) = 32)
);
insert into waitlist.email_key (secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- How many emails were handed over in an hour, for the breaker.
create table waitlist.email_hours (
  hour timestamptz primary key,
  transmissions integer not null,
  announcements integer not null default 0
) with (fillfactor = 50);

alter table waitlist.settings enable row level security;
alter table waitlist.outbox enable row level security;
alter table waitlist.announcements enable row level security;
alter table waitlist.email_links enable row level security;
alter table waitlist.suppressions enable row level security;
alter table waitlist.email_key enable row level security;
alter table waitlist.email_hours enable row level security;

-- An address without its +…: whatever stands after the plus, providers put it into the same mailbox.
create function waitlist.mailbox(canonical text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select regexp_replace(canonical, '\+[^@]*@', '@')
$$;
create index entries_mailbox on waitlist.entries (waitlist.mailbox(canonical)) where canonical like '%+%@%';

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
  select waitlist.hmac_sha256(email_key.secret, waitlist.mailbox(canonical)) from waitlist.email_key
$$;

create function waitlist.is_suppressed(canonical text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from waitlist.suppressions
     where address_hash = waitlist.address_hash(canonical) and reason is not null)
$$;

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
          and (used.transmissions >= (waitlist.email_limit('emails-an-hour')).most
            or may_send.announcements and used.announcements >= (waitlist.email_limit('announcements-an-hour')).most))
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

-- How many emails a mailbox may get, whatever stands after its plus, and whoever typed it.
create function waitlist.is_within_limits(entry waitlist.entries, message uuid, at timestamptz) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with same_mailbox as (
    select id, state, consented_at from waitlist.entries where canonical = waitlist.mailbox(entry.canonical)
    union all
    select id, state, consented_at from waitlist.entries
     where canonical like '%+%@%' and waitlist.mailbox(canonical) = waitlist.mailbox(entry.canonical)
  )
  select not exists (
    select from waitlist.limits
     where limits.name in ('emails-again', 'emails-a-day', 'emails-unconfirmed')
       and limits.most <= (
         select count(*) from waitlist.outbox as other
          where other.entry_id in (select id from same_mailbox) and other.announcement is null and other.message_id <> message
            and other.transmitted_at > greatest(
              at - limits.every,
              case limits.name when 'emails-unconfirmed' then (select min(consented_at) from same_mailbox where state = 'joined') end)))
$$;

-- Whether an email may still go to its person: decided when it is sent, not when it was put in.
create function waitlist.may_get(
  message waitlist.outbox, entry waitlist.entries, to_unconfirmed boolean, at timestamptz
) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select entry.state = 'joined' and not waitlist.is_suppressed(entry.canonical) and case
    when message.announcement is null
      then entry.confirmed_at is null and waitlist.is_within_limits(entry, message.message_id, at)
    else entry.confirmed_at is not null or to_unconfirmed
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
      perform waitlist.wait_or_finish(sending.id, at);
    end if;
  end if;
end
$$;

-- For an announcement of which nothing is due now: when to look again, or that it is done.
create function waitlist.wait_or_finish(announced integer, at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.announcements as known
     set due_at = coalesce(open.next, known.due_at),
         state = case when open.next is null then 'done' else known.state end,
         finished_at = case when open.next is null then at end
    from (select min(case state when 'waiting' then greatest(due_at, at) else at + interval '1 second' end) as next
            from waitlist.outbox
           where announcement is not null and announcement = announced and state in ('waiting', 'transmitting')) as open
   where known.id = announced
$$;

-- Takes a worker's name, the kinds of email that it can write, so that others wait, and the hashes of three new tokens. Gives
-- the next email that may be sent, marked as being transmitted. None: message_id is null, and pause_ms says when to ask again
-- if that is known. Whoever left, confirmed, is suppressed or has had enough is dropped on the way. The answer of a join never
-- depends on any of this.
create function waitlist.claim_email(
  worker text, kinds text[], confirm_hash text, leave_hash text, not_me_hash text, at timestamptz default clock_timestamp(),
  out message_id text, out kind text, out version text, out email text, out source text, out consented_on text,
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
    insert into waitlist.email_links (hash, entry_id, purpose)
    select decode(token.hash, 'hex'), entry.id, token.purpose
      from (values (leave_hash, 'leave'), (confirm_hash, 'confirm'), (not_me_hash, 'not-me')) as token (hash, purpose)
     where message.announcement is null or token.purpose = 'leave';
    perform waitlist.note_transmission(message.announcement, at);
    message_id := replace(message.message_id::text, '-', '');
    kind := message.kind;
    version := (next.sending).version::text;
    email := entry.email;
    source := entry.source;
    consented_on := to_char(entry.consented_at at time zone 'UTC', 'YYYY-MM-DD');
    return;
  end loop;
  pause_ms := 0;
end
$$;

-- Counts for the hour's limit, and keeps the pace of an announcement.
create function waitlist.note_transmission(announced integer, at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from waitlist.email_hours where hour < at - interval '1 day';
  insert into waitlist.email_hours as known (hour, transmissions, announcements)
  values (date_trunc('hour', at, 'UTC'), 1, (announced is not null)::integer)
  on conflict (hour) do update
     set transmissions = known.transmissions + 1, announcements = known.announcements + excluded.announcements;
  -- A second may be made up for, so that the pace is kept by workers that look now and then.
  update waitlist.announcements
     set due_at = greatest(due_at, at - interval '1 second') + interval '1 minute' / rate
   where id = announced
$$;

-- A worker that still transmits says so, or after half a minute another one takes its messages.
create function waitlist.renew_lease(worker text, messages text[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.outbox set due_at = clock_timestamp() + interval '30 seconds'
   where message_id = any (messages::uuid[]) and worker_id = worker and state = 'transmitting'
$$;

-- What became of an email: sent; refused, with the status of its bounce; deferred, nothing was taken; uncertain, the line broke
-- before the reply; sender_fault, no server took it, and neither it nor its recipient is the reason: that costs no try, blames
-- nobody, and takes back a refusal stored before. Ignored when the email is another worker's by now; a worker that was
-- taken for gone and was not may still say what it knows.
create function waitlist.finish_email(
  worker text, message text, outcome text, server_reply text, status text default null,
  at timestamptz default clock_timestamp()
) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  tries_limit constant record := waitlist.email_limit('email-tries');
  due waitlist.outbox;
  is_cancelled boolean;
  next_state text;
begin
  select * into due from waitlist.outbox as known
   where known.message_id = message::uuid and known.worker_id = worker
     and (known.state in ('transmitting', 'uncertain') or (known.state = 'failed' and outcome = 'sender_fault'))
     for update;
  if not found then
    return null;
  end if;
  is_cancelled := exists (select from waitlist.announcements where id = due.announcement and state = 'cancelled');
  next_state := case
    when outcome = 'uncertain' and due.announcement is null and due.repeats = 0 then 'transmitting'
    when outcome in ('sent', 'uncertain') then outcome
    when outcome = 'refused' or is_cancelled or (outcome = 'deferred' and due.tries >= tries_limit.most) then 'failed'
    else 'waiting'
  end;
  update waitlist.outbox as known
     set state = next_state,
         reply = left(server_reply, 500),
         worker_id = case when next_state <> 'transmitting' then worker end,
         tries = due.tries - (outcome = 'sender_fault')::integer,
         due_at = at + tries_limit.every * case outcome when 'sender_fault' then 1 else power(2, due.tries - 1) end,
         transmitted_at = case when outcome in ('sent', 'uncertain') then due.transmitted_at end
   where known.message_id = due.message_id;
  if next_state = 'failed' and status is not null and (outcome = 'refused' or not is_cancelled) then
    perform waitlist.note_bounce(message, status, at);
  elsif due.state = 'failed' then
    delete from waitlist.suppressions
     where address_hash = (select waitlist.address_hash(canonical) from waitlist.entries where id = due.entry_id)
       and coalesce(reason, 'bounce') = 'bounce';
  end if;
  if next_state = 'waiting' and due.state <> 'transmitting' then
    perform waitlist.reopen_announcement(due.announcement);
  end if;
  return next_state;
end
$$;

-- One that is done has something to send again.
create function waitlist.reopen_announcement(announced integer) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.announcements set state = 'sending', finished_at = null, due_at = least(due_at, clock_timestamp())
   where id = announced and state in ('done', 'sending')
$$;

-- An email that did not arrive, or was complained about (status 'complaint'). A mailbox that is not there ends it at once:
-- 5.1.x, but for 5.1.7 and 5.1.8, which blame the sender. All else counts, and ends it when there were too many.
-- Gives what was done: 'suppressed', 'counted', or null for a message nobody sent.
create function waitlist.note_bounce(message text, status text, at timestamptz default clock_timestamp()) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  soft constant record := waitlist.email_limit('soft-bounces');
  entry waitlist.entries;
  suppressed text;
begin
  select known.* into entry from waitlist.outbox as sent join waitlist.entries as known on known.id = sent.entry_id
   where sent.message_id = message::uuid;
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

-- Whoever ends it, by a link or by hand: what waits is not sent, an old email confirms nothing any more, and it is on record.
create function waitlist.end_emails() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from waitlist.outbox where entry_id = new.id and announcement is null and state = 'waiting';
  delete from waitlist.email_links where entry_id = new.id and purpose = 'confirm';
  insert into waitlist.evidence (entry_id, at, event, via, wording)
  values (new.id, new.left_at, 'withdrew', coalesce(nullif(current_setting('waitlist.via', true), ''), 'by hand'),
          new.consent_wording);
  return null;
end
$$;

create trigger end_emails after update of state on waitlist.entries
  for each row when (old.state = 'joined' and new.state = 'left')
  execute function waitlist.end_emails();

create function waitlist.forget_erased() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from waitlist.outbox where entry_id in (select id from erased);
  delete from waitlist.email_links where entry_id in (select id from erased);
  delete from waitlist.evidence where entry_id in (select id from erased);
  return null;
end
$$;

create trigger forget_erased after delete on waitlist.entries
  referencing old table as erased
  for each statement execute function waitlist.forget_erased();

-- The switch for all mail stops announcements for good: each has to be resumed by its name. A restored list does not know
-- who was written to since its backup, and whoever pulled the switch over wrong words wants them to stay where they are.
create function waitlist.pause_announcements() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements
     set state = 'paused', paused_because = coalesce(new.sending_paused_because, old.sending_paused_because)
   where state = 'sending';
  return null;
end
$$;

create trigger pause_announcements after update on waitlist.settings
  for each row when (old.sending_paused_since is distinct from new.sending_paused_since)
  execute function waitlist.pause_announcements();

-- Looks through the next thousand entries after one for an announcement's recipients, at most so many, and puts them into the
-- outbox if that is wanted. Who has had it is passed over. reached is null where there are no further entries. An embedded
-- database answers nobody meanwhile, which is why it is not all at once.
create function waitlist.next_recipients(
  announced text, to_unconfirmed boolean, only_source text, after bigint, most integer, enqueue boolean,
  out recipients integer, out unconfirmed integer, out left_list integer, out mailbox_gone integer, out reached bigint
)
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  known_id constant integer := (select id from waitlist.announcements where name = announced);
  chosen bigint[];
begin
  with looked as (
    select id, state, canonical, source, confirmed_at from waitlist.entries where id > after order by id limit 1000
  ), judged as (
    select looked.id, case
             when looked.state <> 'joined' then 'left'
             when waitlist.is_suppressed(looked.canonical) then 'gone'
             else 'recipient' end as what
      from looked
     where (only_source is null or looked.source = only_source)
       and (looked.state <> 'joined' or to_unconfirmed or looked.confirmed_at is not null)
       and not exists (
         select from waitlist.outbox as had
          where had.announcement is not null and had.announcement = known_id and had.entry_id = looked.id and had.state <> 'waiting')
  )
  select (array_agg(id order by id) filter (where what = 'recipient'))[:most], count(*) filter (where what = 'left'),
         count(*) filter (where what = 'gone'), (select max(id) from looked)
    into chosen, left_list, mailbox_gone, reached
    from judged;
  recipients := coalesce(cardinality(chosen), 0);
  unconfirmed := (select count(*) from waitlist.entries where id = any (chosen) and confirmed_at is null);
  if enqueue then
    insert into waitlist.outbox (entry_id, kind, announcement, queued_at, due_at)
    select id, 'announcement', known_id, clock_timestamp(), clock_timestamp() from unnest(chosen) as id
    on conflict (announcement, entry_id) where announcement is not null do nothing;
  end if;
end
$$;
