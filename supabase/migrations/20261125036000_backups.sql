-- What makes a backup safe to bring back: who was erased since, and which servers use the list at this moment.

-- Who was erased lately. A backup that is older than an erasure still holds the person: a restore looks here and leaves them out.
-- The rows are kept for as long as backups are (waitlist/retention.ts). They keep nobody from joining again.
create table waitlist.erasures (
  -- The HMAC of the address under the key of the suppressions: it names nobody.
  code bytea primary key,
  -- Never before the person joined, even if the clock was set back in between. Whoever has a place under the address and has
  -- decided something later is another person, or has come back.
  erased_at timestamptz not null,
  -- Of an embedded list: its files may still hold what was deleted, until they are written anew (database/embedded/erase.ts).
  is_in_files boolean not null default true
);

-- Each server of a PostgreSQL says here every few seconds that it is there, so that a restore can refuse. A session's advisory lock
-- would not do: through PgBouncer in transaction mode it stays behind on a connection that others use.
create unlogged table waitlist.servers (
  name text primary key,
  seen_at timestamptz not null
);

create function waitlist.erasure_code(canonical text) returns bytea
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select waitlist.hmac_sha256(email_key.secret, canonical) from waitlist.email_key
$$;

create function waitlist.note_erasure(canonical text, at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into waitlist.erasures (code, erased_at) values (waitlist.erasure_code(canonical), at)
  on conflict (code) do update set erased_at = excluded.erased_at, is_in_files = true
$$;

-- Erases entries with all that refers to them, and leaves the code of each. `way` says how, for the audit. Gives how many there were.
create function waitlist.erase(ids bigint[], way text, at timestamptz default clock_timestamp()) returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  people integer;
begin
  perform set_config('waitlist.via', way, true);
  with erased as (
    delete from waitlist.entries where id = any (ids) returning canonical, joined_at
  ), noted as materialized (
    select waitlist.note_erasure(canonical, greatest(at, joined_at)) from erased
  )
  select count(*) into people from noted;
  return people;
end
$$;

-- The emails that went to an address, or are to go there. A place that somebody wanted to move to the address has such emails, and so
-- has a place that has moved away from it.
create function waitlist.emails_to(canonical text) returns setof waitlist.outbox
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read all emails.
set enable_seqscan = off
as $$
  with places as materialized (
    -- The index of mailboxes has no announcements. Nobody moves without another email to the address that they move from.
    select distinct sent.entry_id
      from waitlist.outbox as sent
     where sent.announcement is null and sent.to_canonical is not null
       and waitlist.mailbox(sent.to_canonical) = waitlist.mailbox(emails_to.canonical)
  )
  select sent.*
    from places join waitlist.outbox as sent on sent.entry_id = places.entry_id
   where sent.to_canonical = emails_to.canonical
$$;

-- Erases an address wherever it stands: its entry, and what other places have of it. An email about a change of their address is
-- deleted. Any other email was sent before they moved away: it stays without the address, so that nobody gets an announcement twice.
-- `way` says how, for the audit. Gives false when the address stands nowhere.
create function waitlist.erase_address(erased_canonical text, way text, out was_known boolean)
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
declare
  entries constant integer := waitlist.erase(array(select id from waitlist.entries where canonical = erased_canonical), way);
  about_changes integer;
  others integer;
begin
  update waitlist.outbox as sent set to_email = null, to_canonical = null
   where sent.message_id in (
     select its.message_id from waitlist.emails_to(erased_canonical) as its
       join waitlist.email_kinds on email_kinds.kind = its.kind and not email_kinds.has_own_address);
  get diagnostics others = row_count;
  -- All that are left.
  with about_change as (
    delete from waitlist.outbox as gone
     where gone.message_id in (select its.message_id from waitlist.emails_to(erased_canonical) as its)
    returning gone.message_id, gone.entry_id
  ), their_links as (
    -- A link to leave names nobody, and goes on working.
    delete from waitlist.email_links as link using about_change
     where link.entry_id = about_change.entry_id and link.message_id = about_change.message_id and link.purpose <> 'leave'
  )
  select count(*) into about_changes from about_change;
  was_known := entries + about_changes + others > 0;
  if was_known and entries = 0 then
    perform waitlist.note_erasure(erased_canonical, clock_timestamp());
    insert into waitlist.audit (action, entries, is_erasure) values (way, 0, true);
  end if;
end
$$;

-- Forgets the erasures of longer ago than any backup is kept.
create function waitlist.forget_erasures(backup_days integer, at timestamptz default clock_timestamp()) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from waitlist.erasures where erased_at < at - make_interval(days => backup_days)
$$;
