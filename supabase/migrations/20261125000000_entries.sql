-- The list itself and what people agreed to. Everything lies in a schema of its own, which PostgREST does not expose. Nobody but its
-- owner may touch it: every table has row-level security, and none has a policy.

create schema waitlist;

-- The answers to 'How did you hear about us?', as the dialog sends them, and 'cta', which the bottom form sends (bottomFormSource in content/join-fields.ts).
create function waitlist.sources() returns text[]
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select array['Twitter/X', 'LinkedIn', 'Friend', 'Masjid', 'YouTube', 'Google', 'Reddit', 'TikTok', 'Other', 'cta']
$$;

-- The mailbox of an address: the address without its +…, because providers ignore what stands after the plus. An address that
-- begins with the plus, as a telephone number does, has no mailbox before it and stays whole.
create function waitlist.mailbox(canonical text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select regexp_replace(canonical, '^([^+@]+)\+[^@]*@', '\1@')
$$;

-- The people on the list. Nothing else is stored about a person.
create table waitlist.entries (
  id bigint generated always as identity primary key,
  -- As typed, the domain in lower case: mail goes here. `canonical` is one form for all its spellings, never shown, never mailed.
  email text not null check (octet_length(email) <= 254),
  canonical text collate "C" not null unique,
  -- One of waitlist.sources() when they joined. No check: an answer may be taken out later, and its people stay on the list.
  source text not null,
  joined_at timestamptz not null,
  -- The version of the consent text that the person last agreed to. No foreign key: a join would pay for it (see evidence).
  consent_wording text not null,
  -- An address that left is kept, so that nobody mails it again.
  state text not null check (state in ('joined', 'left')),
  consented_at timestamptz not null,
  left_at timestamptz,
  -- A code of the network that the join came from, so that the joins of a flood can be found together. Confirming removes it. It is
  -- made with the key of a day, and leads back to nobody once that key is deleted (waitlist.client_keys).
  network_mark text collate "C",
  confirmed_at timestamptz,
  constraint entries_left_at_of_left check ((state = 'left') = (left_at is not null)),
  constraint entries_left_is_unconfirmed check (state = 'joined' or confirmed_at is null)
);

-- The other spellings of a mailbox, for the limits of emails (waitlist.is_mailbox_limit_reached).
create index entries_mailbox on waitlist.entries (waitlist.mailbox(canonical)) where canonical like '%+%@%';
-- The people who have confirmed lately, for the limit of emails that ask.
create index entries_confirmed on waitlist.entries (confirmed_at) where confirmed_at is not null;

-- The planner's statistics of a column are a sample of what it held, and no erasure reaches them. So of addresses there are none.
alter table waitlist.entries
  alter column email set statistics 0,
  alter column canonical set statistics 0;
alter index waitlist.entries_mailbox alter column 1 set statistics 0;

-- The words of each version; {name} stands for the product's name, {controller} for the controller's. A visitor agrees to the newest.
-- A change of the words beside the forms, or of the privacy page, is a migration that adds a row with its date.
create table waitlist.wordings (
  version text primary key,
  -- Beside the forms.
  words text not null,
  -- Above the button of the page behind Yes; null in the version that asked for the consent only once.
  confirmation text
);

insert into waitlist.wordings (version, words, confirmation) values
  ('2026-11-25',
   'By joining I let {name} keep my email and how I heard of it, and email me about the beta, the launch and new articles. Being on this list may reveal my religion, and I explicitly consent to {name} keeping me on it. I am 13 or over, and can leave at any time by a link in every email.',
   null),
  ('2026-11-28',
   'By joining I let {controller} keep my email address and how I heard of {name}, and email me about the beta, the launch and new articles. Being on this list may reveal my religion, and I explicitly consent to {controller} keeping me on it. I am 13 or over, and can leave at any time by a link in every email.',
   'By pressing it I explicitly consent to {controller} keeping me on the list and emailing me, although that may reveal my religion.');

-- What a person agreed to, when and how, and when it ended (UK GDPR, Article 7(1)). Only ever added to.
-- It has no foreign keys, nor have entries.consent_wording and outbox.kind: these three made a join cost 52 µs instead of 39 (batches
-- of 64 on PostgreSQL 15, 2026-11-28). The rows of an erased person are deleted by a trigger (waitlist.delete_rows_of_erased).
create table waitlist.evidence (
  entry_id bigint not null,
  at timestamptz not null,
  event text not null check (event in ('agreed', 'confirmed', 'withdrew')),
  -- For agreed: the source, as entries has it. Otherwise how the person said it.
  via text not null,
  -- A row of waitlist.wordings.
  wording text not null,
  primary key (entry_id, at, event),
  constraint evidence_via_of_event check (
    event = 'agreed' or via in ('link', 'one-click', 'complaint', 'by hand'))
);

create function waitlist.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Erasing a person erases what is known of them.
  if tg_op = 'DELETE' and not exists (select from waitlist.entries where id = old.entry_id) then
    return old;
  end if;
  raise exception 'waitlist.evidence is only ever added to' using errcode = 'object_not_in_prerequisite_state';
end
$$;

create trigger refuse_change before update or delete on waitlist.evidence
  for each row execute function waitlist.refuse_change();
create trigger refuse_truncate before truncate on waitlist.evidence
  for each statement execute function waitlist.refuse_change();
