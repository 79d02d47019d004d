-- The mailboxes that get no email from us, and those that have not taken the last ones.

-- It outlives the entry: that is what it is for. The code is the HMAC-SHA-256 of the mailbox under a key that is made once.
create table waitlist.suppressions (
  mailbox_code bytea primary key,
  -- Null while only soft bounces are counted. unsubscribed: another mail tool of the owner's may not write there.
  reason text check (reason in ('not-me', 'complaint', 'unsubscribed', 'bounce')),
  soft_bounces integer not null default 0 check (soft_bounces >= 0),
  noted_at timestamptz not null
);

create table waitlist.email_key (
  only_row boolean primary key default true check (only_row),
  secret bytea not null check (octet_length(secret) = 32),
  -- The secrets of other lists, whose suppressions and erasures a restore has taken into this one.
  other_secrets bytea[] not null default '{}',
  -- Each token of a link carries a code made with this key. So a server can refuse a foreign link without the database.
  link_secret bytea not null check (octet_length(link_secret) = 32),
  -- The link secrets of other lists, whose people a restore has taken into this one: the links in their emails still work.
  other_link_secrets bytea[] not null default '{}'
);
insert into waitlist.email_key (secret, link_secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
        sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- Whether a person gave this reason. Otherwise a mailbox did, or there is none.
create function waitlist.is_said_by_person(reason text) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select reason is not null and reason <> 'bounce'
$$;

create function waitlist.mailbox_code(canonical text) returns bytea
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select waitlist.hmac_sha256(email_key.secret, waitlist.mailbox(canonical)) from waitlist.email_key
$$;

-- An address may be suppressed under the key of this list, or under that of another list.
create function waitlist.mailbox_codes(canonical text) returns bytea[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select waitlist.hmac_sha256(list_key.secret, waitlist.mailbox(canonical))
      from waitlist.email_key, unnest(array[email_key.secret] || email_key.other_secrets) as list_key (secret))
$$;

create function waitlist.is_suppressed(canonical text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from waitlist.suppressions
     where mailbox_code = any (waitlist.mailbox_codes(is_suppressed.canonical)) and reason is not null)
$$;

-- Whether the people behind an address have said that they want no email from us. A mailbox that only bounced has not.
create function waitlist.wants_no_email(canonical text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from waitlist.suppressions
     where mailbox_code = any (waitlist.mailbox_codes(wants_no_email.canonical)) and waitlist.is_said_by_person(reason))
$$;

-- Suppresses an address. What a person said outweighs what a mailbox did.
create function waitlist.suppress(canonical text, why text, at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into waitlist.suppressions as suppression (mailbox_code, reason, noted_at)
  values (waitlist.mailbox_code(canonical), why, at)
  on conflict (mailbox_code) do update set reason = excluded.reason, noted_at = excluded.noted_at
   where not waitlist.is_said_by_person(suppression.reason)
$$;

-- Suppresses addresses that another mail tool may not write to, each for its reason. Gives whether each is an address.
create function waitlist.suppress_batch(typed text[], reasons text[]) returns boolean[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  canonicals constant text[] := (waitlist.tidy_addresses(typed, null)).canonicals;
begin
  perform waitlist.suppress(given.canonical, given.reason, clock_timestamp())
     from unnest(canonicals, reasons) as given (canonical, reason)
    where given.canonical is not null
    order by given.canonical;
  return array(select canonical is not null from unnest(canonicals) with ordinality as given (canonical, position) order by position);
end
$$;

-- An email has arrived at this address: none of its bounces counts any more.
create function waitlist.forgive_bounces(canonical text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from waitlist.suppressions
   where mailbox_code = any (waitlist.mailbox_codes(forgive_bounces.canonical)) and not waitlist.is_said_by_person(reason)
$$;
