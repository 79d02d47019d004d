-- What the emails of the list need: what is to be sent, the links in it, and who never gets any.
-- Rows of these tables follow their entry when it is deleted by a trigger, not by foreign keys: those would look up the entry
-- once more for every join.

-- One row: what holds for all processes at once.
create table waitlist.settings (
  only_row boolean primary key default true check (only_row),
  -- On a hosted Supabase: how many entries of X-Forwarded-For its proxies append, for the function and the procedure alike.
  hosted_proxies smallint not null default 2 check (hosted_proxies between 1 and 10),
  -- Nothing is sent while this is set: a restored copy must not send again what the original has sent.
  sending_paused_since timestamptz,
  sending_paused_because text,
  -- Why nothing goes out although it may, as the worker that tries has last noted (Trouble in mail/refusals.ts), and when it tries
  -- again.
  sending_trouble jsonb,
  sending_rests_until timestamptz,
  -- On a hosted Supabase: when the function that sends was last called.
  function_called_at timestamptz,
  -- Up to when the founder has had the news of the list (DIGEST_TO), and how long a process has to send those since.
  digested_at timestamptz not null default clock_timestamp(),
  digest_claimed_until timestamptz,
  -- When the founder was last told that emails wait because of a flood.
  flood_told_at timestamptz,
  -- Of an embedded list: a restore has left people out, whose bytes its files may still hold (database/embedded/erase.ts).
  left_out_in_files boolean not null default false,
  -- When the last backup that was read back ended.
  backed_up_at timestamptz,
  -- Where the list went when it was moved: from then on nobody opens this one.
  moved_to text,
  moved_at timestamptz,
  check ((moved_to is null) = (moved_at is null)),
  check ((sending_paused_since is null) = (sending_paused_because is null))
);

insert into waitlist.settings default values;

-- Every email to a person: waiting ⇄ transmitting → sent, failed or uncertain (decision 28).
create table waitlist.outbox (
  -- Its name in Message-ID and in the envelope's sender: it says nothing, and nobody can guess it.
  message_id uuid primary key default gen_random_uuid(),
  entry_id bigint not null,
  -- A row of waitlist.email_kinds.
  kind text not null,
  announcement integer,
  -- Where it was handed over last; null before. Of a kind with an address of its own, where it goes. The second is one form for all
  -- spellings, as in entries.
  to_email text,
  to_canonical text collate "C",
  queued_at timestamptz not null,
  -- uncertain: it may have arrived or not, and nothing sends it again by itself.
  state text not null default 'waiting' check (state in ('waiting', 'transmitting', 'sent', 'failed', 'uncertain')),
  -- When a worker may claim it; while it is transmitted, when its worker counts as gone.
  due_at timestamptz not null,
  -- How often it was handed over, apart from the times when the fault was the sender's, and how often for want of a reply.
  tries integer not null default 0,
  repeats integer not null default 0,
  worker_id text,
  -- When it was last handed over, unless it was turned away.
  transmitted_at timestamptz,
  -- What the mail server answered last; after a fault of ours, what to do.
  reply text,
  -- The hardest that came back of it, by note_bounce; back: it did, and that says nothing about the mailbox.
  bounced text check (bounced in ('back', 'refused', 'gone', 'complaint')),
  check ((kind = 'announcement') = (announcement is not null))
);

-- One email of a kind at a time for a person, but for those that a change of address puts in. A join meets this index instead of
-- looking for an open message: a search would be planned while the table is empty, and kept.
create unique index outbox_open on waitlist.outbox (entry_id, kind)
  where announcement is null and kind not in ('change', 'moved', 'moved-here') and state in ('waiting', 'transmitting');
create index outbox_entry on waitlist.outbox (entry_id);
create index outbox_due on waitlist.outbox (due_at) where announcement is null and state in ('waiting', 'transmitting');
-- Once for each person and announcement: whatever is killed, nobody can be put in twice.
create unique index outbox_recipient on waitlist.outbox (announcement, entry_id) where announcement is not null;
create index outbox_announced on waitlist.outbox (announcement, due_at, entry_id)
  where announcement is not null and state in ('waiting', 'transmitting');
-- What went out lately, for the limit of welcome emails.
create index outbox_handed_over on waitlist.outbox (transmitted_at) where announcement is null;
create index outbox_unsent on waitlist.outbox (message_id) where state in ('failed', 'uncertain', 'transmitting');

-- Which people are meant: all of these hold. Null means anybody, and so does an empty list.
create type waitlist.filter as (
  source text,
  -- When they first joined: from then on, and before then.
  joined_since timestamptz,
  joined_until timestamptz,
  -- Announcements that they have got, or may have got, each of them; and announcements of which they have got none.
  sent integer[],
  not_sent integer[]
);

-- News for the list: its words, for whom, how fast.
create table waitlist.announcements (
  id integer generated always as identity primary key,
  name text not null unique,
  -- Of its words and its audience: another at every planning. What is sent is the version that somebody was sent as a test.
  version uuid not null,
  tested_version uuid,
  subject text not null,
  html text not null,
  text text not null,
  to_unconfirmed boolean not null,
  meant waitlist.filter not null,
  first integer check (first > 0),
  -- Emails a minute at most.
  rate integer not null check (rate > 0),
  state text not null default 'planned' check (state in ('planned', 'sending', 'paused', 'done', 'cancelled')),
  paused_because text,
  -- The call of `announce send` that is putting its recipients into the outbox. Another call, a new plan or a cancellation ends it.
  opening uuid,
  -- When a server is to open it, and how long one that has begun to may take before another does.
  starts_at timestamptz,
  opening_until timestamptz,
  opened_at timestamptz,
  finished_at timestamptz,
  due_at timestamptz,
  -- How many get nothing because they left, or because their mailbox is gone or wants no emails.
  left_list integer not null default 0,
  unreachable integer not null default 0,
  -- How many have been erased after they had got it.
  erased integer not null default 0,
  check ((state = 'paused') = (paused_because is not null)),
  check (state <> 'sending' or due_at is not null)
  -- Each email moves due_at on: the words lie apart, or they would be copied each time.
) with (fillfactor = 50, toast_tuple_target = 128);

-- The links of sent emails, each good for one purpose and one entry. Only the SHA-256 of its token is stored: whoever reads this
-- table cannot follow any. What each link does: waitlist.follow_link.
create table waitlist.email_links (
  hash bytea primary key,
  entry_id bigint not null,
  purpose text not null check (purpose in ('confirm', 'leave', 'not-me', 'place', 'change')),
  -- Of an email to an address of its own: that email, which knows the address.
  message_id uuid
);
create index email_links_entry on waitlist.email_links (entry_id);

-- Who gets no email, and whose mailbox has not taken the last ones. It outlives the entry: that is what it is for. The hash is the
-- HMAC-SHA-256 of the mailbox under a key that is made once; there is no reason while only soft bounces are counted.
create table waitlist.suppressions (
  address_hash bytea primary key,
  -- unsubscribed: another mail tool of the owner's may not write there.
  reason text check (reason in ('not-me', 'complaint', 'unsubscribed', 'bounce')),
  soft_bounces integer not null default 0,
  noted_at timestamptz not null
);
create table waitlist.email_key (
  only_one boolean primary key default true check (only_one),
  secret bytea not null check (octet_length(secret) = 32),
  -- The same of other lists, whose suppressions a restore has taken into this one.
  other_secrets bytea[] not null default '{}',
  -- Each token of a link carries a code made with this key. A server can so refuse a foreign link without the database.
  link_secret bytea not null check (octet_length(link_secret) = 32),
  -- The same of other lists, whose people a restore has taken into this one: the links in their emails still work.
  other_link_secrets bytea[] not null default '{}'
);
insert into waitlist.email_key (secret, link_secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
        sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- How many emails were handed over in an hour, for the breaker: a row for each connection, because workers would wait for one
-- another at a row that they share.
create table waitlist.email_hours (
  hour timestamptz,
  connection integer,
  transmissions integer not null,
  announcements integer not null,
  primary key (hour, connection)
) with (fillfactor = 50);

-- The mailbox of an address: the address without its +…, because providers ignore what stands after the plus. An address that
-- begins with the plus, as a telephone number does, has no mailbox before it and stays whole.
create function waitlist.mailbox(canonical text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select regexp_replace(canonical, '^([^+@]+)\+[^@]*@', '\1@')
$$;
-- Who has confirmed lately, for the limit of welcome emails.
create index entries_confirmed on waitlist.entries (confirmed_at) where confirmed_at is not null;
create index entries_mailbox on waitlist.entries (waitlist.mailbox(canonical)) where canonical like '%+%@%';
-- What went to a mailbox, for the limits, which count no announcements.
create index outbox_mailbox on waitlist.outbox (waitlist.mailbox(to_canonical)) where announcement is null and to_canonical is not null;

create function waitlist.address_hash(canonical text) returns bytea
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select waitlist.hmac_sha256(email_key.secret, waitlist.mailbox(canonical)) from waitlist.email_key
$$;

-- Under each of these an address may be suppressed: under the key of this list, and under those of other lists.
create function waitlist.address_hashes(canonical text) returns bytea[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select waitlist.hmac_sha256(known.secret, waitlist.mailbox(canonical))
      from waitlist.email_key, unnest(array[email_key.secret] || email_key.other_secrets) as known (secret))
$$;

-- Takes what came back of an email (mail/judge.ts): 'gone' and 'complaint' end all emails to the address to which it went;
-- 'refused' counts, and ends them when there were too many; 'back' is about the sender and only noted. The same bounce read again
-- changes nothing, but a harder one does.
-- Gives what was done: 'suppressed', 'counted', 'known' if it had been noted before, or null for a message nobody sent.
create function waitlist.note_bounce(message text, verdict text, at timestamptz default clock_timestamp(), out done text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  hardness constant text[] := array['back', 'refused', 'gone', 'complaint'];
  email waitlist.outbox;
  entry waitlist.entries;
  address text;
  soft waitlist.limits;
begin
  if array_position(hardness, verdict) is null then
    return;
  end if;
  select * into email from waitlist.outbox as sent where sent.message_id = message::uuid;
  if verdict = 'complaint' then
    -- The entry is locked before its email, as by a link that is followed.
    select * into entry from waitlist.entries as known where known.id = email.entry_id for no key update;
  else
    select * into entry from waitlist.entries as known where known.id = email.entry_id;
  end if;
  address := email.to_canonical;
  if address is null then
    return;
  end if;

  update waitlist.outbox as sent set bounced = verdict
   where sent.message_id = email.message_id
     and (sent.bounced is null or array_position(hardness, sent.bounced) < array_position(hardness, verdict));
  if not found then
    done := 'known';
    return;
  end if;

  if verdict = 'back' then
    return;
  end if;
  -- Somebody who has moved to another address complains about an email to the old one: the new one stays on the list.
  if verdict = 'complaint' and address = entry.canonical then
    perform set_config('waitlist.via', verdict, true);
    update waitlist.entries as known set state = 'left' where known.id = entry.id and known.state = 'joined';
  end if;
  if verdict in ('gone', 'complaint') then
    perform waitlist.suppress(address, case verdict when 'gone' then 'bounce' else verdict end, at);
    done := 'suppressed';
    return;
  end if;

  select * into soft from waitlist.limits where name = 'soft-bounces';
  insert into waitlist.suppressions as known (address_hash, soft_bounces, noted_at)
  values (waitlist.address_hash(address), 1, at)
  on conflict (address_hash) do update
     set soft_bounces = case when known.noted_at > at - soft.every then known.soft_bounces else 0 end + 1,
         noted_at = case when known.reason is null then at else known.noted_at end,
         reason = coalesce(known.reason, case
           when known.noted_at > at - soft.every and known.soft_bounces + 1 >= soft.most then 'bounce' end)
  returning case when known.reason is null then 'counted' else 'suppressed' end into done;
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

-- Suppresses addresses that another mail tool may not write to, each for its reason. Gives whether each is an address.
create function waitlist.suppress_batch(typed text[], reasons text[]) returns boolean[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  canonicals constant text[] := (waitlist.tidy(typed, null)).canonicals;
begin
  perform waitlist.suppress(asked.canonical, asked.reason, clock_timestamp())
     from unnest(canonicals, reasons) as asked (canonical, reason)
    where asked.canonical is not null
    order by asked.canonical;
  return array(select canonical is not null from unnest(canonicals) with ordinality as asked (canonical, turn) order by turn);
end
$$;

-- Whoever changes the state, by a link or by hand, the time of leaving goes with it. Leaving ends the confirmation: coming back asks
-- for a fresh one, an old email confirms and moves nothing any more, what waits is not sent, and it is on record. Only the email
-- that tells an earlier address of a move is still sent: else whoever moved the place away could keep that secret by leaving.
create function waitlist.note_leaving() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.left_at := case new.state when 'left' then clock_timestamp() end;
  new.confirmed_at := null;
  if new.state = 'left' then
    perform waitlist.drop_waiting(new.id);
    delete from waitlist.email_links where entry_id = new.id and purpose in ('confirm', 'change');
    insert into waitlist.evidence (entry_id, at, event, via, wording)
    values (new.id, new.left_at, 'withdrew', coalesce(nullif(current_setting('waitlist.via', true), ''), 'by hand'),
            new.consent_wording);
  end if;
  return new;
end
$$;

create trigger note_leaving before update of state on waitlist.entries
  for each row when (old.state is distinct from new.state)
  execute function waitlist.note_leaving();
