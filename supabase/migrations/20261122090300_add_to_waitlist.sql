-- The door's face for PostgREST, with the client's region, and closed against a session that brings types of its own: where a
-- search path does not name pg_temp, PostgreSQL looks there first for types, and a caller could put a domain in the way.

alter function waitlist.client_key(timestamptz) set search_path = pg_catalog, pg_temp;
alter function waitlist.client_key(timestamptz) set lock_timeout = '2500ms';
alter function waitlist.hmac_sha256(bytea, text) set search_path = pg_catalog, pg_temp;

drop function waitlist.hash_client(inet, timestamptz);
drop function waitlist.client_of_request();

-- The hashes of a client address, of its network and of its region, exactly as the server makes them
-- (waitlist's client-keys.ts). Behind NAT64 (RFC 6052, 64:ff9b::/96) the last four bytes are the client's own IPv4 address.
create function waitlist.hash_client(address inet, moment timestamptz default null, out client text, out network text, out region text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  secret bytea := (waitlist.client_key(moment)).secret;
  own inet := case when address << '64:ff9b::/96' then '0.0.0.0'::inet + (address - '64:ff9b::'::inet) else address end;
  of_four constant boolean := family(own) = 4;
begin
  client := waitlist.hash_block(own, case when of_four then 32 else 64 end, '', secret);
  network := waitlist.hash_block(own, case when of_four then 24 else 48 end, '/', secret);
  region := waitlist.hash_block(own, case when of_four then 16 else 32 end, '//', secret);
end
$$;

-- 120 bits are plenty to keep a day's clients apart; the mark keeps blocks with the same first address apart.
create function waitlist.hash_block(address inet, bits integer, mark text, secret bytea) returns text
language sql immutable parallel safe
as $$
  select encode(substr(waitlist.hmac_sha256(secret, host(network(set_masklen(address, bits))) || mark), 1, 15), 'base64')
$$;

-- The visitor's address as the proxy in front of PostgREST reports it: the rightmost hop of x-forwarded-for, the only one
-- that a visitor cannot write. Where a proxy sets a header of its own whatever the visitor sends, that one can be named:
-- alter database … set waitlist.client_header = 'cf-connecting-ip'. Null when there is none, as in a call by the database's
-- owner: then only the breaker counts.
create function waitlist.client_of_request() returns inet
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  header text := coalesce(nullif(current_setting('waitlist.client_header', true), ''), 'x-forwarded-for');
  reported text := substring(headers ->> lower(header) from '[^,]*$');
begin
  return regexp_replace(btrim(reported), '^::ffff:(?=\d+\.)', '', 'i')::inet;
exception
  when data_exception then return null;
end
$$;

create or replace function public.add_to_waitlist(user_email text, entry_source text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  address inet := waitlist.client_of_request();
  hashed record;
  answer record;
begin
  if address is not null then
    select * into hashed from waitlist.hash_client(address);
  else
    select null::text as client, null::text as network, null::text as region into hashed;
  end if;
  select * into answer
    from waitlist.join_set(
      array[user_email], array[entry_source], array[hashed.client], array[hashed.network], array[hashed.region]);
  if answer.errors[1] is null then
    return '{"success": true}';
  end if;
  return jsonb_build_object('success', false, 'error', answer.errors[1]);
end
$$;

-- The new tables and functions, like the old ones, are nobody's but the owner's; service_role may read the list.
do $$
declare
  role_name text;
begin
  revoke all on all tables in schema waitlist from public;
  revoke all on all functions in schema waitlist from public;
  for role_name in
    select rolname from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  loop
    execute format('revoke all on all tables in schema waitlist from %I', role_name);
    execute format('revoke all on all functions in schema waitlist from %I', role_name);
  end loop;
  if exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    grant select on waitlist.entries to service_role;
  end if;
end
$$;
