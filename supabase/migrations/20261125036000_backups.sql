-- What makes a backup safe to bring back: who was erased since, and which servers use the list at this moment.

-- Who was erased lately. A backup that is older than an erasure still holds the person: a restore looks here and leaves them out.
-- The rows are kept for as long as backups are (waitlist/retention.ts). They keep nobody from joining again.
create table waitlist.erasures (
  -- The HMAC of the address under the key of the suppressions: it names nobody.
  code bytea primary key,
  -- Never before the person joined, even if the clock was set back in between.
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

-- Erases entries with all that refers to them, and leaves the code of each. Gives how many there were.
create function waitlist.erase(ids bigint[], at timestamptz default clock_timestamp()) returns integer
language sql
set search_path = pg_catalog, pg_temp
as $$
  with erased as (
    delete from waitlist.entries where id = any (ids) returning canonical, joined_at
  ), noted as (
    insert into waitlist.erasures (code, erased_at)
    select waitlist.erasure_code(canonical), greatest(at, joined_at) from erased
    on conflict (code) do update set erased_at = excluded.erased_at, is_in_files = true
  )
  select count(*)::integer from erased
$$;

-- Erases an address wherever it stands: its entry, and the emails that somebody else's change of address sent there.
-- Gives false when it stands nowhere.
create function waitlist.erase_address(erased_canonical text, out was_known boolean)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  sent_there constant uuid[] := array(select message_id from waitlist.outbox where to_canonical = erased_canonical);
  entries constant integer := waitlist.erase(array(select id from waitlist.entries where canonical = erased_canonical));
begin
  delete from waitlist.email_links where message_id = any (sent_there);
  delete from waitlist.outbox where message_id = any (sent_there);
  was_known := entries > 0 or cardinality(sent_there) > 0;
end
$$;

-- Forgets the erasures of longer ago than any backup is kept.
create function waitlist.forget_erasures(backup_days integer, at timestamptz default clock_timestamp()) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from waitlist.erasures where erased_at < at - make_interval(days => backup_days)
$$;
