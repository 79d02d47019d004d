-- How people are erased, and what remains: a number in the audit, and a code for the restores.

-- What the founder's commands did, and every erasure: to how many entries. It names neither an address nor an entry.
create table waitlist.audit (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default clock_timestamp(),
  -- A command of the founder's tool, or how people were erased.
  action text not null,
  entries integer not null check (entries >= 0),
  is_erasure boolean not null default false,
  -- The figures count 'not-me' apart.
  constraint audit_action_of_erasure check (
    not is_erasure or action in ('not-me', 'person erase', 'merged', 'erase-expired', 'not answered'))
);

create function waitlist.record_action(action text, entries integer, is_erasure boolean default false) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into waitlist.audit (action, entries, is_erasure) values (action, entries, is_erasure)
$$;

-- The people who were erased lately. A backup that is older than an erasure still holds the person: a restore looks here and leaves
-- them out. The rows are kept for as long as backups are (waitlist/sweep.ts). They keep nobody from joining again.
create table waitlist.erasures (
  -- The HMAC-SHA-256 of the address under a key of the suppressions: it names nobody. The key may be that of another list, whose
  -- erasures a restore has taken over.
  address_code bytea primary key,
  -- Never before the person joined, even if the clock was set back in between. If an entry under this address has a later decision,
  -- it is another person's, or its person has come back.
  erased_at timestamptz not null,
  -- Only for an embedded list: its files may still hold what was deleted, until they are rewritten (waitlist/list/erased-files.ts).
  is_in_files boolean not null default true
);

create function waitlist.address_code(canonical text) returns bytea
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select waitlist.hmac_sha256(email_key.secret, canonical) from waitlist.email_key
$$;

-- An address may have been erased under the key of this list, or under that of another list.
create function waitlist.address_codes(canonical text) returns bytea[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select waitlist.hmac_sha256(list_key.secret, canonical)
      from waitlist.email_key, unnest(array[email_key.secret] || email_key.other_secrets) as list_key (secret))
$$;

create function waitlist.note_erasure(canonical text, at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into waitlist.erasures (address_code, erased_at) values (waitlist.address_code(canonical), at)
  on conflict (address_code) do update set erased_at = excluded.erased_at, is_in_files = true
$$;

-- Deletes what belongs to entries that are deleted. An email that still has to tell another address is kept until it has been sent. An
-- announcement goes on counting the people that it has reached.
create function waitlist.delete_rows_of_erased() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  with gone as (
    delete from waitlist.outbox as message
     using erased
     where message.entry_id = erased.id
       and not ((waitlist.kind_of(message)).outlives_entry and message.is_open)
    returning message.announcement, message.state
  )
  update waitlist.announcements set erased = announcements.erased + reached.recipients
    from (select announcement, count(*)::integer as recipients from gone where state = 'sent' group by announcement) as reached
   where announcements.id = reached.announcement;
  delete from waitlist.email_links where entry_id in (select id from erased);
  delete from waitlist.evidence where entry_id in (select id from erased);
  return null;
end
$$;

create trigger delete_rows_of_erased after delete on waitlist.entries
  referencing old table as erased
  for each statement execute function waitlist.delete_rows_of_erased();

-- Erases entries with all that refers to them, and leaves the code of each. `action` is for the audit; null for people who are in
-- the audit already. Gives how many there were.
create function waitlist.erase_entries(ids bigint[], action text, at timestamptz default clock_timestamp()) returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  erased_count integer;
begin
  with erased as (
    delete from waitlist.entries where id = any (ids) returning canonical, joined_at
  ), noted as materialized (
    select waitlist.note_erasure(canonical, greatest(at, joined_at)) from erased
  )
  select count(*) into erased_count from noted;
  if erased_count > 0 and action is not null then
    perform waitlist.record_action(action, erased_count, true);
  end if;
  return erased_count;
end
$$;

-- The emails that went to an address, or are to go there. Other entries may have such emails too: one that somebody wanted to move to
-- this address, and one that has moved away from it.
create function waitlist.emails_to(canonical text) returns setof waitlist.outbox
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read whole tables for a few rows (decision 6).
set enable_seqscan = off
set jit = off
as $$
  with concerned as materialized (
    -- The index of mailboxes leaves announcements out. It finds every entry all the same: before an entry moves away from an address,
    -- that address has been sent another email than an announcement.
    select distinct email.entry_id
      from waitlist.outbox as email
     where email.announcement is null and email.to_canonical is not null
       and waitlist.mailbox(email.to_canonical) = waitlist.mailbox(emails_to.canonical)
  )
  select email.*
    from concerned join waitlist.outbox as email on email.entry_id = concerned.entry_id
   where email.to_canonical = emails_to.canonical
$$;

-- Erases an address wherever it stands, and gives false when it stands nowhere. `action` is for the audit.
create function waitlist.erase_address(erased_canonical text, action text, out was_known boolean)
language plpgsql
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read whole tables for a few rows (decision 6).
set enable_seqscan = off
set jit = off
as $$
declare
  erased_entries integer;
  deleted_emails integer;
  anonymised_emails integer;
begin
  -- 1. The entry with this address is erased, with all rows that belong to it.
  erased_entries := waitlist.erase_entries(array(select id from waitlist.entries where canonical = erased_canonical), action);

  -- 2. An email that another entry got here before it moved away stays, without the address. So nobody gets an announcement twice.
  update waitlist.outbox as email set to_email = null, to_canonical = null
   where email.message_id in (
     select message.message_id from waitlist.emails_to(erased_canonical) as message
       join waitlist.email_kinds on email_kinds.kind = message.kind and not email_kinds.has_own_address);
  get diagnostics anonymised_emails = row_count;

  -- 3. The emails that are left ask or tell this address about a change of another entry. They are deleted with their links.
  with about_change as (
    delete from waitlist.outbox as gone
     where gone.message_id in (select message.message_id from waitlist.emails_to(erased_canonical) as message)
    returning gone.message_id, gone.entry_id
  ), their_links as (
    -- But a link to leave names nobody, and goes on working.
    delete from waitlist.email_links as link using about_change
     where link.entry_id = about_change.entry_id and link.message_id = about_change.message_id and link.purpose <> 'leave'
  )
  select count(*) into deleted_emails from about_change;

  was_known := erased_entries + deleted_emails + anonymised_emails > 0;
  if was_known and erased_entries = 0 then
    perform waitlist.note_erasure(erased_canonical, clock_timestamp());
    perform waitlist.record_action(action, 0, true);
  end if;
end
$$;

-- Deletes an email that is over if its person was erased meanwhile.
create function waitlist.delete_email_of_erased(message waitlist.outbox) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from waitlist.outbox as over
   where over.message_id = message.message_id and over.state in ('sent', 'failed', 'uncertain')
     and not exists (select from waitlist.entries where id = message.entry_id)
$$;
