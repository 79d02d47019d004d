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
  backed_up_at timestamptz,
  check ((sending_paused_since is null) = (sending_paused_because is null))
);

comment on table waitlist.settings is 'Switches of the whole list. Nothing in it comes from a visitor.';
comment on column waitlist.settings.hosted_proxies is 'On a hosted Supabase: how many entries of X-Forwarded-For its proxies append, for the function and the procedure alike.';
comment on column waitlist.settings.sending_paused_since is 'Nothing is sent while this is set: a restored copy must not send again what the original has sent.';
comment on column waitlist.settings.backed_up_at is 'When the last backup that was read back ended.';

insert into waitlist.settings default values;

-- A message: waiting → transmitting → sent or failed. One that a crash left in transmitting may have arrived or not.
create table waitlist.outbox (
  entry_id bigint not null,
  queued_at timestamptz not null,
  kind text not null default 'welcome' check (kind in ('welcome')),
  state text not null default 'waiting' check (state in ('waiting', 'transmitting', 'sent', 'failed')),
  due_at timestamptz not null,
  tries integer not null default 0,
  repeats integer not null default 0,
  claimant text,
  reference uuid,
  transmitted_at timestamptz,
  reply text,
  returned_at timestamptz
);

-- One at a time for an address. A join meets this index instead of looking for an open message: a search would be planned
-- while the table is empty, and kept.
create unique index outbox_open on waitlist.outbox (entry_id) where state in ('waiting', 'transmitting');
create index outbox_due on waitlist.outbox (due_at) where state in ('waiting', 'transmitting');
create index outbox_finished on waitlist.outbox (entry_id) where state in ('sent', 'failed');
create unique index outbox_reference on waitlist.outbox (reference) where reference is not null;

comment on table waitlist.outbox is 'Every email to a person: to be sent, under way, sent, or given up.';
comment on column waitlist.outbox.due_at is 'When a worker may claim it; while it is transmitted, when its worker counts as gone.';
comment on column waitlist.outbox.tries is 'How often it was handed to a mail server, apart from the times it was returned.';
comment on column waitlist.outbox.repeats is 'How often it was sent once more because nobody knows whether it arrived.';
comment on column waitlist.outbox.claimant is 'Which worker transmits it.';
comment on column waitlist.outbox.reference is 'Its name in Message-ID and in the envelope''s sender: it says nothing, and nobody can guess it.';
comment on column waitlist.outbox.transmitted_at is 'When it was last handed over, unless it was turned away.';
comment on column waitlist.outbox.reply is 'What the mail server answered last; of a returned email, the fault and what to do.';
comment on column waitlist.outbox.returned_at is 'When a fault of ours last returned it to the queue; null once another outcome was stored. reply says which fault.';

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
comment on column waitlist.suppressions.address_hash is 'HMAC-SHA-256 of the canonical address under waitlist.email_key.';
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
alter table waitlist.email_links enable row level security;
alter table waitlist.suppressions enable row level security;
alter table waitlist.email_key enable row level security;
alter table waitlist.email_hours enable row level security;

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

-- Whether a message waits that may go out now, so that a worker need not call its mail server for nothing.
create function waitlist.email_is_due(moment timestamptz default null) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from waitlist.outbox
     where state in ('waiting', 'transmitting') and due_at <= coalesce(moment, clock_timestamp()))
    and not exists (
      select from waitlist.email_hours
       where hour = date_trunc('hour', coalesce(moment, clock_timestamp()), 'UTC')
         and transmissions >= (waitlist.email_limit('emails-an-hour')).most)
    and not exists (select from waitlist.settings where sending_paused_since is not null)
$$;

-- Takes a worker's name and the hashes of three new tokens; gives the next message that may be sent, marked as being
-- transmitted, and how many were dropped on the way to it: to a confirmed or suppressed address, one that left, one that
-- has had enough. No message: reference is null. The answer of a join never depends on any of this.
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

-- What became of a message: sent; refused for good, with the status of RFC 3463 where the server gave one; deferred, nothing
-- was taken; uncertain, the line broke before the reply; returned, no server took it, and neither it nor its recipient is the
-- reason: the try does not count, nobody gets a bounce, and it is due again after the first of the pauses between tries.
-- Ignored when the message is another worker's by now.
create function waitlist.finish_email(
  worker text, message text, outcome text, server_reply text, status text default null, moment timestamptz default null
) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  tries_limit record;
  finished waitlist.outbox;
begin
  tries_limit := waitlist.email_limit('email-tries');
  update waitlist.outbox as due
     set reply = left(server_reply, 500),
         claimant = null,
         state = case
           when outcome = 'sent' then 'sent'
           when outcome = 'refused' or (outcome = 'deferred' and due.tries >= tries_limit.most) then 'failed'
           when outcome in ('deferred', 'returned') then 'waiting'
           else 'transmitting'
         end,
         tries = due.tries - (outcome = 'returned')::integer,
         due_at = at + tries_limit.every * case when outcome = 'returned' then 1 else power(2, due.tries - 1) end,
         transmitted_at = case when outcome in ('sent', 'uncertain') then due.transmitted_at end,
         returned_at = case when outcome = 'returned' then at end
   where due.reference = message::uuid and due.claimant = worker and due.state = 'transmitting'
  returning * into finished;
  if finished.state = 'failed' then
    perform waitlist.note_bounce(message, coalesce(status, '4.0.0'), at);
  end if;
  return finished.state;
end
$$;

-- An email that did not arrive, or was complained about (status 'complaint'). A mailbox that is not there ends it at once:
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
    from waitlist.entries as known
   where known.id = coalesce(
     (select sent.entry_id from waitlist.outbox as sent where sent.reference = message::uuid),
     (select sent.entry_id from waitlist.announcement_emails as sent where sent.reference = message::uuid));
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
  delete from waitlist.outbox where entry_id = new.id and state in ('waiting', 'transmitting') and state = 'waiting';
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
  delete from waitlist.outbox where entry_id in (select id from erased) and state in ('waiting', 'transmitting');
  delete from waitlist.outbox where entry_id in (select id from erased) and state in ('sent', 'failed');
  delete from waitlist.announcement_emails where entry_id in (select id from erased);
  delete from waitlist.email_links where entry_id in (select id from erased);
  delete from waitlist.evidence where entry_id in (select id from erased);
  return null;
end
$$;

create trigger forget_erased after delete on waitlist.entries
  referencing old table as erased
  for each statement execute function waitlist.forget_erased();

-- News to many: an announcement goes to each of its recipients once, found one at a time while it is being sent, so that a
-- million recipients are no million rows before the first of them is written to (decision 42).

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
  wave integer check (wave > 0),
  rate integer not null check (rate > 0),
  state text not null default 'planned' check (state in ('planned', 'sending', 'paused', 'done', 'cancelled')),
  paused_because text,
  planned_at timestamptz not null,
  opened_at timestamptz,
  finished_at timestamptz,
  last_entry bigint not null default 0,
  reached bigint not null default 0,
  exhausted boolean not null default false,
  recipients integer not null default 0,
  chosen integer not null default 0,
  chosen_in_wave integer not null default 0,
  due_at timestamptz,
  check ((state = 'paused') = (paused_because is not null)),
  check (state <> 'sending' or due_at is not null)
  -- Each email moves the row on: the words lie apart, or they would be copied each time.
) with (fillfactor = 50, toast_tuple_target = 128);

comment on table waitlist.announcements is 'News for the list: its words, for whom, how fast, and how far it is. Nothing in it comes from a visitor.';
comment on column waitlist.announcements.version is 'Of its words and its audience: another at every planning.';
comment on column waitlist.announcements.tested_version is 'The version that somebody has had sent to themselves; without it nothing is sent.';
comment on column waitlist.announcements.wave is 'After so many recipients it pauses by itself.';
comment on column waitlist.announcements.rate is 'Emails a minute at most.';
comment on column waitlist.announcements.opened_at is 'Who had confirmed by then is a recipient.';
comment on column waitlist.announcements.last_entry is 'The newest entry when it was opened.';
comment on column waitlist.announcements.reached is 'The entry up to which recipients have been chosen.';
comment on column waitlist.announcements.exhausted is 'All recipients have been chosen.';
comment on column waitlist.announcements.recipients is 'How many it was for when it was opened.';
comment on column waitlist.announcements.chosen is 'How many have been chosen so far, whatever became of their email.';
comment on column waitlist.announcements.due_at is 'When the next email may go out.';

-- Written when its recipient's turn comes: transmitting, then sent, failed or uncertain. Waiting is one that was turned away.
create table waitlist.announcement_emails (
  announcement integer not null,
  entry_id bigint not null,
  state text not null check (state in ('waiting', 'transmitting', 'sent', 'failed', 'uncertain')),
  due_at timestamptz not null,
  tries integer not null default 0,
  claimant text,
  reference uuid not null default gen_random_uuid() unique,
  transmitted_at timestamptz,
  reply text,
  returned_at timestamptz,
  primary key (announcement, entry_id)
);
create index announcement_emails_entry on waitlist.announcement_emails (entry_id);
create index announcement_emails_open on waitlist.announcement_emails (announcement, due_at)
  where state in ('waiting', 'transmitting');
create index announcement_emails_unsent on waitlist.announcement_emails (announcement) where state in ('uncertain', 'failed');

comment on table waitlist.announcement_emails is 'To whom an announcement went, once each: the key is what sees to it.';
comment on column waitlist.announcement_emails.state is 'uncertain: it may have arrived or not, and nothing sends it again by itself.';
comment on column waitlist.announcement_emails.due_at is 'When a worker may try again; while it is transmitted, when its worker counts as gone.';
comment on column waitlist.announcement_emails.returned_at is 'As in waitlist.outbox.';

alter table waitlist.announcements enable row level security;
alter table waitlist.announcement_emails enable row level security;

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

-- Whether no announcement may go out now, whichever it is: all mail is paused, or the hour's share is used up.
create function waitlist.announcements_are_held(at timestamptz) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from waitlist.settings where sending_paused_since is not null)
      or exists (
        select from waitlist.email_hours
         where hour = date_trunc('hour', at, 'UTC')
           and (transmissions >= (waitlist.email_limit('emails-an-hour')).most
             or announcements >= (waitlist.email_limit('announcements-an-hour')).most))
$$;

create function waitlist.announcement_is_due(moment timestamptz default null) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from waitlist.announcements where state = 'sending' and due_at <= coalesce(moment, clock_timestamp()))
     and not waitlist.announcements_are_held(coalesce(moment, clock_timestamp()))
$$;

-- The next of an announcement's recipients after an entry, none that has had it; looked_to is how far that search came, null
-- where there are no further entries. A search reads a thousand at most: an embedded database answers nobody meanwhile.
create function waitlist.next_recipient(
  of_announcement integer, after bigint, out recipient bigint, out looked_to bigint
)
language plpgsql stable
set search_path = pg_catalog, pg_temp
set enable_sort = off
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  wanted record;
begin
  select to_unconfirmed, source, opened_at, last_entry into wanted from waitlist.announcements where id = of_announcement;
  select looked.id into recipient
    from (select id, state, confirmed_at, source from waitlist.entries
           where id > after and id <= wanted.last_entry order by id limit 1000) as looked
   where looked.state = 'joined'
     and (wanted.to_unconfirmed or looked.confirmed_at <= wanted.opened_at)
     and (wanted.source is null or looked.source = wanted.source)
     and not exists (
       select from waitlist.announcement_emails as known
        where known.announcement = of_announcement and known.entry_id = looked.id)
   order by looked.id
   limit 1;
  looked_to := coalesce(
    recipient,
    (select id from waitlist.entries where id > after and id <= wanted.last_entry order by id offset 999 limit 1));
end
$$;

-- Takes a worker's name and the hash of a new token, for leaving. Gives the next email of an announcement, marked as being transmitted. None: reference is null, and pause_ms says when to
-- ask again if that is known. Every claim of one announcement waits for the one before; no join waits for any.
create function waitlist.claim_announcement(
  worker text,
  leave_hash text,
  moment timestamptz default null,
  out reference text,
  out version text,
  out email text,
  out pause_ms integer
)
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_sort = off
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  sending record;
  message record;
  found_next record;
  entry waitlist.entries;
begin
  if waitlist.announcements_are_held(at) then
    return;
  end if;
  select known.id, known.version::text, known.to_unconfirmed, known.first, known.wave, known.rate, known.reached,
         known.exhausted, known.chosen, known.chosen_in_wave, known.due_at
    into sending
    from waitlist.announcements as known
   where known.state = 'sending'
   order by known.due_at, known.id
   limit 1
     for update;
  if not found then
    return;
  end if;
  if sending.due_at > at then
    pause_ms := ceil(extract(epoch from sending.due_at - at) * 1000);
    return;
  end if;

  -- Whose worker has gone: it is for a person to look whether these arrived.
  update waitlist.announcement_emails as lapsed
     set state = 'uncertain', reply = 'its sender stopped: look whether it arrived'
   where lapsed.ctid = any (array(
     select open.ctid from waitlist.announcement_emails as open
      where open.announcement = sending.id and open.state in ('waiting', 'transmitting') and open.state = 'transmitting'
        and open.due_at <= at
        for update skip locked));

  for step in 1..20 loop
    select turned_away.*, turned_away.ctid as place into message
      from waitlist.announcement_emails as turned_away
     where turned_away.announcement = sending.id and turned_away.state in ('waiting', 'transmitting')
       and turned_away.state = 'waiting' and turned_away.due_at <= at
     order by turned_away.due_at
     limit 1
       for update skip locked;
    if found then
      select * into entry from waitlist.entries as known where known.id = message.entry_id for key share skip locked;
      if not found then
        -- It is being erased at this moment, or has been.
        delete from waitlist.announcement_emails as gone
         where gone.ctid = message.place and not exists (select from waitlist.entries where id = message.entry_id);
        update waitlist.announcement_emails as held set due_at = at + interval '1 second' where held.ctid = message.place;
        continue;
      end if;
      if entry.state <> 'joined' or (entry.confirmed_at is null and not sending.to_unconfirmed)
        or waitlist.is_suppressed(entry.canonical) then
        delete from waitlist.announcement_emails as dropped where dropped.ctid = message.place;
        sending.chosen := sending.chosen - 1;
        continue;
      end if;
      update waitlist.announcement_emails as due
         set state = 'transmitting', claimant = worker, due_at = at + interval '30 seconds', tries = due.tries + 1,
             transmitted_at = at
       where due.ctid = message.place
      returning due.reference::text into claim_announcement.reference;
    else
      select * into found_next
        from waitlist.next_recipient(sending.id, sending.reached)
       where not sending.exhausted and (sending.first is null or sending.chosen < sending.first);
      if found_next.looked_to is null then
        sending.exhausted := true;
        exit;
      end if;
      if found_next.recipient is null then
        sending.reached := found_next.looked_to;
        continue;
      end if;
      if sending.chosen_in_wave >= sending.wave then
        update waitlist.announcements as known
           set state = 'paused', paused_because = format('a wave of %s is out', sending.wave), reached = sending.reached,
               chosen = sending.chosen
         where known.id = sending.id;
        return;
      end if;
      sending.reached := found_next.recipient;
      select * into entry from waitlist.entries as known where known.id = found_next.recipient for key share skip locked;
      if not found then
        insert into waitlist.announcement_emails (announcement, entry_id, state, due_at)
        values (sending.id, found_next.recipient, 'waiting', at + interval '1 second');
        sending.chosen := sending.chosen + 1;
        continue;
      end if;
      if waitlist.is_suppressed(entry.canonical) then
        continue;
      end if;
      insert into waitlist.announcement_emails as due
        (announcement, entry_id, state, due_at, tries, claimant, transmitted_at)
      values (sending.id, entry.id, 'transmitting', at + interval '30 seconds', 1, worker, at)
      returning due.reference::text into claim_announcement.reference;
      sending.chosen := sending.chosen + 1;
      sending.chosen_in_wave := sending.chosen_in_wave + 1;
    end if;

    reference := replace(reference, '-', '');
    version := sending.version;
    email := entry.email;
    insert into waitlist.email_links (hash, entry_id, purpose) values (decode(leave_hash, 'hex'), entry.id, 'leave');
    insert into waitlist.email_hours as known (hour, transmissions, announcements) values (date_trunc('hour', at, 'UTC'), 1, 1)
    on conflict (hour) do update
       set transmissions = known.transmissions + 1, announcements = known.announcements + 1;
    -- A second may be made up for, so that the pace is kept by workers that look now and then.
    sending.due_at := greatest(sending.due_at, at - interval '1 second') + interval '1 minute' / sending.rate;
    exit;
  end loop;

  if reference is null and not sending.exhausted then
    pause_ms := 0;
  elsif reference is null then
    -- One that is under way may be the last: whoever ends it may have begun before this was known.
    sending.due_at := (
      select min(case open.state when 'waiting' then open.due_at else at + interval '1 second' end)
        from waitlist.announcement_emails as open
       where open.announcement = sending.id and open.state in ('waiting', 'transmitting'));
  end if;
  update waitlist.announcements as known
     set reached = sending.reached, exhausted = sending.exhausted, chosen = sending.chosen,
         chosen_in_wave = sending.chosen_in_wave, due_at = sending.due_at,
         state = case when sending.due_at is null then 'done' else 'sending' end,
         finished_at = case when sending.due_at is null then at end
   where known.id = sending.id;
end
$$;

create function waitlist.is_suppressed(canonical text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from waitlist.suppressions
     where address_hash = waitlist.address_hash(canonical) and reason is not null)
$$;

create function waitlist.keep_emails(worker text, messages text[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.outbox set due_at = clock_timestamp() + interval '30 seconds'
   where reference = any (messages::uuid[]) and claimant = worker and state = 'transmitting';
  update waitlist.announcement_emails set due_at = clock_timestamp() + interval '30 seconds'
   where reference = any (messages::uuid[]) and claimant = worker and state = 'transmitting'
$$;

-- What became of an email of an announcement: as waitlist.finish_email has it, but for uncertain, which stays so. A sender
-- that was taken for gone and was not may still say what it knows. A returned email that has become due is claimed before the
-- next recipient is chosen, so that few are chosen while the fault lasts. One of an announcement that was cancelled meanwhile
-- has failed, without a bounce.
create function waitlist.finish_announcement(
  worker text, message text, outcome text, server_reply text, status text default null, moment timestamptz default null
) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  tries_limit record;
  sending record;
  finished waitlist.announcement_emails;
begin
  tries_limit := waitlist.email_limit('email-tries');
  select known.id, known.state, known.exhausted into sending
    from waitlist.announcements as known
    join waitlist.announcement_emails as sent on sent.announcement = known.id
   where sent.reference = message::uuid;
  if sending.exhausted then
    -- Of two that end at once the second sees that it is the last.
    perform from waitlist.announcements as known where known.id = sending.id for update;
  end if;
  update waitlist.announcement_emails as due
     set reply = left(server_reply, 500),
         claimant = null,
         state = case
           when outcome in ('sent', 'uncertain') then outcome
           when outcome = 'refused' or sending.state = 'cancelled' then 'failed'
           when outcome = 'deferred' and due.tries >= tries_limit.most then 'failed'
           else 'waiting'
         end,
         tries = due.tries - (outcome = 'returned')::integer,
         due_at = at + tries_limit.every * case when outcome = 'returned' then 1 else power(2, due.tries - 1) end,
         transmitted_at = case when outcome in ('sent', 'uncertain') then due.transmitted_at end,
         returned_at = case when outcome = 'returned' then at end
   where due.reference = message::uuid and due.claimant = worker and due.state in ('transmitting', 'uncertain')
  returning * into finished;
  if finished.state = 'failed' and outcome <> 'returned' then
    perform waitlist.note_bounce(message, coalesce(status, '4.0.0'), at);
  elsif finished.state = 'waiting' and sending.exhausted then
    update waitlist.announcements as known
       set state = case known.state when 'done' then 'sending' else known.state end,
           finished_at = case known.state when 'done' then null else known.finished_at end,
           due_at = least(known.due_at, finished.due_at)
     where known.id = sending.id;
  end if;
  if sending.exhausted then
    update waitlist.announcements as known set state = 'done', finished_at = at
     where known.id = sending.id and known.state = 'sending' and not exists (
       select from waitlist.announcement_emails as open
        where open.announcement = sending.id and open.state in ('waiting', 'transmitting'));
  end if;
  return finished.state;
end
$$;
