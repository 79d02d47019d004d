-- The list itself, what people agreed to, and what an address is. Everything lies in a schema of its own, which PostgREST does not
-- expose, and nobody but its owner may touch it: no policy follows the row-level security of any table.

create schema waitlist;

-- The answers to 'How did you hear about us?', as the dialog sends them, and 'cta', which the bottom form sends.
create function waitlist.sources() returns text[]
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select array['Twitter/X', 'LinkedIn', 'Friend', 'Masjid', 'YouTube', 'Google', 'Reddit', 'TikTok', 'Other', 'cta']
$$;

-- Who is on the list. Nothing else is stored about a person.
create table waitlist.entries (
  id bigint generated always as identity primary key,
  -- As typed, the domain in lower case: mail goes here. `canonical` is one form for all its spellings, never shown, never mailed.
  email text not null check (octet_length(email) <= 254),
  canonical text collate "C" not null unique,
  source text not null,
  joined_at timestamptz not null,
  -- The version of the words that the consent in force was given to: at the first join, or at the one after leaving.
  consent_wording text not null,
  -- An address that left is kept, so that nobody mails it again.
  state text not null check (state in ('joined', 'left')),
  consented_at timestamptz not null,
  left_at timestamptz,
  -- A code of the network that the join came from, until the address is confirmed: what one network has sent in a flood can be found
  -- together. It is made with the key of a day, and leads back to nobody once that is deleted (waitlist.client_keys).
  network_mark text collate "C",
  confirmed_at timestamptz,
  constraint entries_left_at_of_left check ((state = 'left') = (left_at is not null))
);

-- What a person agreed to, when and how, and when it ended (UK GDPR, Article 7(1)). Only ever added to.
create table waitlist.evidence (
  entry_id bigint not null,
  at timestamptz not null,
  event text not null check (event in ('agreed', 'confirmed', 'withdrew')),
  -- agreed: the source, as entries has it. Else: link, one-click, complaint, by hand.
  via text not null,
  wording text not null,
  primary key (entry_id, at, event)
);

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

-- What was typed, tidied: arrays in its order, because a call costs a join more than an address.
-- emails: null where mail could not go: at most 254 bytes (RFC 5321, 4.5.3.1.3; checked first, nothing longer is looked at), local
-- part @ domain with a dot, plain ASCII (a domain in another script arrives here as punycode), no part that no mail system
-- accepts. White space and the invisible direction marks that a copy from right-to-left text brings along are no part of it.
-- `offset 0` has each step worked out once, not once for each place that names it.
-- canonicals: dots and plus are equal only at Gmail, where there must be a name before the plus: elsewhere they may be two people.
-- verdicts: null for what can be stored, 'address' or 'source' for what cannot.
create function waitlist.tidy(typed text[], sources text[], out emails text[], out canonicals text[], out verdicts text[])
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  select array_agg(case when valid then local || '@' || domain end order by turn),
         array_agg(case
           when valid and at_gmail then replace(split_part(lower(local collate "C"), '+', 1), '.', '') || '@gmail.com'
           when valid then lower(local collate "C") || '@' || domain
         end order by turn),
         array_agg(case
           when not valid then 'address'
           when source is null or source <> all (waitlist.sources()) then 'source'
         end order by turn)
    into emails, canonicals, verdicts
    from unnest(typed, sources) with ordinality as asked (address, source, turn),
         lateral (select btrim(asked.address, E' \t\n\r\f\u000B\u00A0\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2028\u2029\u202F\u2060\u2066\u2067\u2068\u2069\u3000\uFEFF') as trimmed offset 0) as bare,
         lateral (select split_part(trimmed, '@', 1) as local, lower(split_part(trimmed, '@', 2) collate "C") as domain offset 0) as parts,
         lateral (select domain in ('gmail.com', 'googlemail.com') as at_gmail) as provider,
         lateral (select case
           when trimmed is null or octet_length(trimmed) > 254 then false
           when trimmed !~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])$' then false
           when octet_length(local) > 64 or domain ~ '[^.]{64}' then false
           else not (at_gmail and local like '+%')
         end as valid offset 0) as judged;
end
$$;
