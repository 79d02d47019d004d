-- What the emails of the list need: what is to be sent, the links in it, who never gets any, and what can be proved.
-- Rows of these tables follow their entry when it is deleted by the trigger at the end, not by foreign keys: those would
-- look up the entry once more for every join (decision 28).

alter table waitlist.entries add column confirmed_at timestamptz;
comment on column waitlist.entries.confirmed_at is 'When the owner of the mailbox confirmed; null before, and again after leaving.';

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
  reply text
);

-- One at a time for an address. A join meets this index instead of looking for an open message: a search would be planned
-- while the table is empty, and kept.
create unique index outbox_open on waitlist.outbox (entry_id) where state in ('waiting', 'transmitting');
create index outbox_due on waitlist.outbox (due_at) where state in ('waiting', 'transmitting');
create index outbox_finished on waitlist.outbox (entry_id) where state in ('sent', 'failed');
create unique index outbox_reference on waitlist.outbox (reference) where reference is not null;

comment on table waitlist.outbox is 'Every email to a person: to be sent, under way, sent, or given up.';
comment on column waitlist.outbox.due_at is 'When a worker may claim it; while it is transmitted, when its worker counts as gone.';
comment on column waitlist.outbox.tries is 'How often it was handed to a mail server.';
comment on column waitlist.outbox.repeats is 'How often it was sent once more because nobody knows whether it arrived.';
comment on column waitlist.outbox.claimant is 'Which worker transmits it.';
comment on column waitlist.outbox.reference is 'Its name in Message-ID and in the envelope''s sender: it says nothing, and nobody can guess it.';
comment on column waitlist.outbox.transmitted_at is 'When it was last handed over, unless it was turned away.';
comment on column waitlist.outbox.reply is 'What the mail server answered last.';

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
  transmissions integer not null
) with (fillfactor = 50);

-- What a person agreed to, when and how, and when it ended (UK GDPR, Article 7(1)). Only ever added to.
create table waitlist.evidence (
  entry_id bigint not null,
  at timestamptz not null,
  event text not null check (event in ('agreed', 'confirmed', 'withdrew')),
  via text not null,
  wording text not null,
  primary key (entry_id, at, event)
);
comment on column waitlist.evidence.via is 'agreed: the source, as entries has it. Else: link, one-click, not-me, complaint, by hand.';
comment on column waitlist.evidence.wording is 'The version of the words beside the form and of the privacy policy then in force.';

create table waitlist.wordings (
  version text primary key,
  words text not null
);
comment on table waitlist.wordings is 'The words of each version; {name} stands for the product''s name.';

alter table waitlist.outbox enable row level security;
alter table waitlist.email_links enable row level security;
alter table waitlist.suppressions enable row level security;
alter table waitlist.email_key enable row level security;
alter table waitlist.email_hours enable row level security;
alter table waitlist.evidence enable row level security;
alter table waitlist.wordings enable row level security;

alter table waitlist.limits drop constraint limits_name_check;
alter table waitlist.limits add constraint limits_name_check check (name in
  ('client', 'network', 'everyone', 'busy', 'busy-network', 'client-when-busy', 'network-when-busy', 'region-when-busy',
   'emails-again', 'emails-a-day', 'emails-unconfirmed', 'emails-an-hour', 'email-tries', 'soft-bounces'));

insert into waitlist.limits (name, most, every, reason) values
  ('emails-again', 1, '10 minutes',
   'A form that is sent twice, or by a visitor who waits impatiently, is one email.'),
  ('emails-a-day', 3, '1 day',
   'Anybody may type anybody''s address: more than three would be a bombardment by our hand.'),
  ('emails-unconfirmed', 5, '10 years',
   'Who has not answered five emails does not want them. Counted from the latest consent on; joining again after leaving starts anew.'),
  ('emails-an-hour', 10000, '1 hour',
   'A breaker for the whole list: above it the rest waits for the next hour. Mail providers distrust a sender that starts with more; raise it when yours allows.'),
  ('email-tries', 10, '1 minute',
   'A message is handed over so often at most; the first pause is this long and each next one twice the one before: eight and a half hours in all.'),
  ('soft-bounces', 3, '30 days',
   'A mailbox that is full or away three times in a month gets no more; a month without one, or a confirmation, starts anew.');

-- Leaving ends the confirmation, and coming back asks for a fresh one.
create or replace function waitlist.note_leaving() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.left_at := case new.state when 'left' then clock_timestamp() end;
  new.confirmed_at := null;
  return new;
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

create function waitlist.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    -- Erasing a person erases what is known of them.
    if not exists (select from waitlist.entries where id = old.entry_id) then
      return old;
    end if;
  end if;
  raise exception 'waitlist.evidence is only ever added to' using errcode = 'object_not_in_prerequisite_state';
end
$$;

create trigger refuse_change before update or delete on waitlist.evidence
  for each row execute function waitlist.refuse_change();
create trigger refuse_truncate before truncate on waitlist.evidence
  for each statement execute function waitlist.refuse_change();

create function waitlist.forget_erased() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from waitlist.outbox where entry_id in (select id from erased) and state in ('waiting', 'transmitting');
  delete from waitlist.outbox where entry_id in (select id from erased) and state in ('sent', 'failed');
  delete from waitlist.email_links where entry_id in (select id from erased);
  delete from waitlist.evidence where entry_id in (select id from erased);
  return null;
end
$$;

create trigger forget_erased after delete on waitlist.entries
  referencing old table as erased
  for each statement execute function waitlist.forget_erased();

-- Who joined before there were emails: their consent, as the list knows it. They are not written to by this.
insert into waitlist.evidence (entry_id, at, event, via, wording)
select id, consented_at, 'agreed', source, consent_wording from waitlist.entries;
insert into waitlist.evidence (entry_id, at, event, via, wording)
select id, left_at, 'withdrew', 'by hand', consent_wording from waitlist.entries where state = 'left';
