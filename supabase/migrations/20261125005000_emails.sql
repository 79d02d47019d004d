-- The emails that are to be sent, what distinguishes their kinds, the announcements, and the links in sent emails.

-- What distinguishes one kind of email from another. The functions that send ask this table. A new kind is a row here, its name
-- in mail/templates.ts, its words (content/emails) and its markup (mail/messages).
-- Four kinds stand in the code by name, because neither an index nor a check can ask this table: `change`, `moved` and `moved-here` in
-- the index outbox_open and in …_links.sql, `moved` in the index outbox_telling and in …_retention.sql too, and `announcement` in a
-- check of waitlist.outbox.
create table waitlist.email_kinds (
  kind text primary key,
  -- Whether everybody who joins is owed one.
  on_join boolean not null default false,
  -- The kind that it reminds of: it is queued when an email of that kind has gone out.
  reminds_of text references waitlist.email_kinds,
  -- Whether it is of an announcement: queued for each recipient of an announcement, with its words, its pace and its share of the hour's emails.
  of_announcement boolean not null default false,
  -- Whether it goes to an address that its row names, instead of to the person's own.
  has_own_address boolean not null default false,
  -- Whether it goes out although its person has left, or was erased, since it was queued.
  outlives_entry boolean not null default false,
  -- The recipients: only people who have confirmed (an announcement may include the others), only people who have not, or both.
  confirmation text not null check (confirmation in ('needed', 'forbidden', 'either')),
  -- Which rows of waitlist.limits hold for it.
  limit_names text[] not null default '{}',
  -- What its links are for: it carries one of each.
  links text[] not null default '{}',
  -- Whether it is sent once more by itself when nobody knows whether it has arrived. Otherwise a person is asked.
  is_repeated_in_doubt boolean not null
);

insert into waitlist.email_kinds (kind, confirmation, on_join, is_repeated_in_doubt, limit_names, links) values
  ('asking', 'forbidden', true, true,
   '{emails-again, emails-a-day, emails-unconfirmed}', '{confirm, leave, not-me, place}');
-- Reminds a person who has not answered, once. The process that sends says after how many days (waitlist.finish_email).
insert into waitlist.email_kinds (kind, reminds_of, confirmation, is_repeated_in_doubt, limit_names, links) values
  ('reminder', 'asking', 'forbidden', true,
   '{emails-again, emails-a-day, emails-unconfirmed}', '{confirm, leave, not-me, place}');
insert into waitlist.email_kinds (kind, confirmation, of_announcement, is_repeated_in_doubt, links) values
  ('announcement', 'needed', true, false, '{leave, place}');
-- Asks a new address whether an entry shall move there.
insert into waitlist.email_kinds (kind, confirmation, has_own_address, is_repeated_in_doubt, limit_names, links) values
  ('change', 'either', true, true, '{emails-again, emails-a-day, emails-unconfirmed}', '{change, not-me}');
-- Tells the old address that an entry has moved. It goes out even if the entry is left or erased at once.
insert into waitlist.email_kinds (kind, confirmation, has_own_address, outlives_entry, is_repeated_in_doubt, links) values
  ('moved', 'either', true, true, true, '{leave}');
-- Brings new links to the address to which an entry has moved.
insert into waitlist.email_kinds (kind, confirmation, is_repeated_in_doubt, links) values
  ('moved-here', 'either', true, '{leave, place}');

-- Which people are meant: all of these hold. Null means anybody, and so does an empty list.
create type waitlist.people_filter as (
  source text,
  -- When they first joined: from then on, and before then.
  joined_since timestamptz,
  joined_until timestamptz,
  -- They got each of these announcements, or may have got it.
  sent integer[],
  -- They got none of these.
  not_sent integer[]
);

-- The announcements to the list: their words, for whom, how fast.
create table waitlist.announcements (
  id integer generated always as identity primary key,
  name text not null unique,
  -- Names its words and its audience: each planning makes a new one. What is sent is the version that somebody was sent as a test.
  version uuid not null,
  tested_version uuid,
  subject text not null,
  html text not null,
  text text not null,
  to_unconfirmed boolean not null,
  people_filter waitlist.people_filter not null,
  first integer check (first > 0),
  -- Emails a minute at most.
  rate integer not null check (rate > 0),
  state text not null default 'planned' check (state in ('planned', 'sending', 'paused', 'done', 'cancelled')),
  paused_because text,
  -- The call of `announce send` that is putting its recipients into the outbox. Another call, a new plan or a cancellation ends it.
  opening uuid,
  -- When a server is to open it.
  starts_at timestamptz,
  -- Until then the server that has begun to open it has time. Then another one may.
  opening_until timestamptz,
  opened_at timestamptz,
  finished_at timestamptz,
  due_at timestamptz,
  -- How many get nothing because they left, or came back and have not confirmed again.
  not_entitled integer not null default 0 check (not_entitled >= 0),
  -- How many get nothing because their mailbox is gone or wants no emails.
  unreachable integer not null default 0 check (unreachable >= 0),
  -- How many have been erased after they had got it.
  erased integer not null default 0 check (erased >= 0),
  check ((state = 'paused') = (paused_because is not null)),
  check (state <> 'sending' or due_at is not null)
  -- Each email moves due_at on. The words are stored apart from the row (TOAST), or they would be copied each time.
) with (fillfactor = 50, toast_tuple_target = 128);

-- Every email to a person: waiting or doubted ⇄ transmitting → sent, failed or uncertain (decision 28).
-- The rows of an erased person are deleted by a trigger (waitlist.delete_rows_of_erased). The entry and the kind have no foreign key, for the
-- reason beside waitlist.evidence.
create table waitlist.outbox (
  -- Its name in Message-ID and in the envelope's sender: it says nothing, and nobody can guess it.
  message_id uuid primary key default gen_random_uuid(),
  entry_id bigint not null,
  -- A row of waitlist.email_kinds. A worker claims no kind that has none.
  kind text not null,
  announcement integer references waitlist.announcements,
  -- The address of the last try. For kinds with their own address: the target. `to_canonical` is its canonical form.
  to_email text,
  to_canonical text collate "C",
  queued_at timestamptz not null,
  -- doubted, uncertain: it may have arrived or not. A doubted one is sent once more by itself, an uncertain one only by a person.
  state text not null default 'waiting'
    check (state in ('waiting', 'doubted', 'transmitting', 'sent', 'failed', 'uncertain')),
  -- Whether a worker may still claim it.
  is_open boolean not null generated always as (state in ('waiting', 'doubted', 'transmitting')) stored,
  -- When a worker may claim it. While one transmits it: when that worker counts as gone (waitlist.lease_duration).
  due_at timestamptz not null,
  -- How often it was transmitted, apart from the times when the fault was ours, and how often because no reply came.
  tries integer not null default 0 check (tries >= 0),
  repeats integer not null default 0 check (repeats >= 0),
  -- The worker that transmits it, or did last. Null before the first try. Null for a doubted one too, so that a late
  -- report of its worker is ignored.
  worker_id text,
  -- When it was last transmitted, unless it was rejected or deferred.
  transmitted_at timestamptz,
  -- What the mail server answered last; after a fault of ours, what to do.
  reply text,
  -- The worst bounce so far (waitlist.note_bounce). `uncounted`: it came back for a reason that is not the mailbox.
  bounced text check (bounced in ('uncounted', 'soft', 'hard', 'complaint')),
  check ((kind = 'announcement') = (announcement is not null))
);

-- A person has one open email of a kind, except of the kinds that a change of address queues: there may be several changes. The
-- `on conflict` of a join uses this index. A search for an open email would not do: PostgreSQL would keep a plan that it made while
-- the table was empty.
create unique index outbox_open on waitlist.outbox (entry_id, kind)
  where announcement is null and kind not in ('change', 'moved', 'moved-here') and is_open;
create index outbox_entry on waitlist.outbox (entry_id);
-- In the order in which workers claim them. Those whose worker is gone are among them.
create index outbox_due on waitlist.outbox (due_at) where announcement is null and is_open;
-- Once for each person and announcement: even if a process is killed, nobody can be queued twice.
create unique index outbox_recipient on waitlist.outbox (announcement, entry_id) where announcement is not null;
create index outbox_announced on waitlist.outbox (announcement, due_at, entry_id) where announcement is not null and is_open;
-- What went out lately, for the limit of emails that ask.
create index outbox_transmitted on waitlist.outbox (transmitted_at) where announcement is null;
create index outbox_unsent on waitlist.outbox (message_id) where state in ('failed', 'doubted', 'uncertain', 'transmitting');
-- What went to a mailbox, for the limits, which count no announcements.
create index outbox_mailbox on waitlist.outbox (waitlist.mailbox(to_canonical)) where announcement is null and to_canonical is not null;
-- The emails that tell an earlier address of a move (waitlist.forget_unsent_move_notices).
create index outbox_telling on waitlist.outbox (queued_at) where kind = 'moved';

-- No statistics of addresses, as for waitlist.entries, nor of a mail server's reply, which may name one.
alter table waitlist.outbox
  alter column to_email set statistics 0,
  alter column to_canonical set statistics 0,
  alter column reply set statistics 0;
alter index waitlist.outbox_mailbox alter column 1 set statistics 0;

-- The links of sent emails, each good for one purpose and one entry. Only the SHA-256 of its token is stored: a reader of this table
-- cannot follow any. What each link does: waitlist.follow_link.
create table waitlist.email_links (
  hash bytea primary key,
  entry_id bigint not null,
  purpose text not null check (purpose in ('confirm', 'leave', 'not-me', 'place', 'change')),
  -- For a kind with its own address: the email, which knows the address. No foreign key: a link to leave outlives its email.
  message_id uuid
);
create index email_links_entry on waitlist.email_links (entry_id);

-- How many emails were transmitted in an hour, for the breaker: a row for each connection, because workers would wait for one
-- another at a row that they share.
create table waitlist.email_hours (
  hour timestamptz,
  connection integer,
  transmissions integer not null check (transmissions >= 0),
  announcements integer not null check (announcements >= 0),
  primary key (hour, connection)
) with (fillfactor = 50);

create function waitlist.kind_of(message waitlist.outbox) returns waitlist.email_kinds
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select kind_row from waitlist.email_kinds as kind_row where kind_row.kind = message.kind
$$;

-- Queues what is owed to everybody who joins, known or not. What they may get is decided when it is claimed, long after the answer.
-- If one is waiting already, nothing is added.
create function waitlist.queue_for_joined(entry_ids bigint[], at timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into waitlist.outbox (entry_id, kind, queued_at, due_at)
  select joined.id, kind_row.kind, at, at
    from unnest(entry_ids) as joined (id), waitlist.email_kinds as kind_row
   where kind_row.on_join
  on conflict do nothing;
end
$$;

-- Deletes the reminders that wait: a process that sends wants none.
create function waitlist.drop_reminders() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from waitlist.outbox
   where state = 'waiting' and announcement is null
     and kind in (select kind_row.kind from waitlist.email_kinds as kind_row where kind_row.reminds_of is not null)
$$;

-- Queues the reminder of an email that has gone out, for a moment. A person gets one in all: while it waits, a later email puts it
-- off.
create function waitlist.queue_reminder(sent waitlist.outbox, at timestamptz, due timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read all emails, and compile the statement for its cost.
set enable_seqscan = off
set jit = off
as $$
declare
  reminder constant waitlist.email_kinds := (
    select kind_row from waitlist.email_kinds as kind_row where kind_row.reminds_of = sent.kind);
begin
  if reminder.kind is null then
    return;
  end if;
  -- Locked, so that a person who is being erased at this moment gets none.
  perform from waitlist.entries
    where id = sent.entry_id and state = 'joined' and confirmed_at is null
      for key share;
  if not found then
    return;
  end if;

  update waitlist.outbox set due_at = due
   where entry_id = sent.entry_id and kind = reminder.kind and state = 'waiting';
  if exists (select from waitlist.outbox where entry_id = sent.entry_id and kind = reminder.kind) then
    return;
  end if;
  insert into waitlist.outbox (entry_id, kind, queued_at, due_at)
  values (sent.entry_id, reminder.kind, at, due)
  -- Another worker has queued it at this moment.
  on conflict do nothing;
end
$$;

-- Tells the workers that listen to look for emails. PostgreSQL commits those that notify one after another, so only one transaction
-- at a time tells. The others need not: a worker that was told goes on looking for ten seconds.
create function waitlist.wake_workers() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('waitlist.wake_workers', 0)) then
    perform pg_notify('waitlist_outbox', '');
  end if;
  return null;
end
$$;

create trigger wake_workers after insert on waitlist.outbox
  for each statement execute function waitlist.wake_workers();
-- Sent once more by hand.
create trigger wake_workers_again after update of state on waitlist.outbox
  for each row when (new.state = 'waiting' and old.state in ('failed', 'uncertain'))
  execute function waitlist.wake_workers();
create trigger wake_workers after update of state on waitlist.announcements
  for each row when (new.state = 'sending' and old.state <> 'sending')
  execute function waitlist.wake_workers();
-- Paused or resumed: a worker says which it is.
create trigger wake_workers after update of sending_paused_since on waitlist.list_state
  for each statement execute function waitlist.wake_workers();
create trigger wake_workers after update on waitlist.limits
  for each statement execute function waitlist.wake_workers();
