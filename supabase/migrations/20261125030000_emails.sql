-- What the emails of the list need: what is to be sent, the links in it, and who never gets any.
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
