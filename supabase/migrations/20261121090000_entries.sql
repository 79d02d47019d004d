-- The list itself, and who may touch it: nobody but the functions of the one door (20261121090200_join.sql).
-- Everything lies in a schema of its own, which PostgREST does not expose.

-- Supabase brings these roles; a plain PostgreSQL does not. Roles belong to the whole cluster, so another database's
-- migration may make them at the same moment; and an account that may not make roles needs none of them to be safe.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values ('anon', ''), ('authenticated', ''), ('service_role', 'bypassrls')) as roles (name, attribute)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I nologin noinherit %s', wanted.name, wanted.attribute);
      exception
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then
          raise notice 'The role % is missing and this account may not create it: nothing is granted to it.', wanted.name;
      end;
    end if;
  end loop;
end
$$;

create schema waitlist;

-- The answers to 'How did you hear about us?', as the dialog sends them, and 'cta', which the bottom form sends.
create function waitlist.sources() returns text[]
language sql immutable parallel safe
as $$
  select array['Twitter/X', 'LinkedIn', 'Friend', 'Masjid', 'YouTube', 'Google', 'Reddit', 'TikTok', 'Other', 'cta']
$$;

-- Which wording a visitor agreed to when joining now. A change of the words beside the forms, or of the privacy page,
-- is a migration that replaces this version.
create function waitlist.consent_wording() returns text
language sql immutable parallel safe
as $$
  select '2026-11-21'
$$;

create table waitlist.entries (
  id bigint generated always as identity primary key,
  email text not null check (octet_length(email) <= 254),
  canonical text collate "C" not null unique,
  source text not null,
  joined_at timestamptz not null,
  consent_wording text not null,
  state text not null check (state in ('joined', 'left'))
);

comment on table waitlist.entries is 'Who is on the list. Nothing else is stored about a person.';
comment on column waitlist.entries.email is 'The address as typed, its domain in lower case: mail goes here.';
comment on column waitlist.entries.canonical is 'One form for all spellings of one mailbox: never shown, never mailed.';
comment on column waitlist.entries.source is 'How the visitor heard about us; cta for the bottom form.';
comment on column waitlist.entries.joined_at is 'When the address first joined.';
comment on column waitlist.entries.consent_wording is 'The version of the words that the visitor agreed to.';
comment on column waitlist.entries.state is 'joined, or left: an address that left is kept so that nobody mails it again.';

-- No policy follows: with row-level security on and none, only the owner and service_role read.
alter table waitlist.entries enable row level security;
