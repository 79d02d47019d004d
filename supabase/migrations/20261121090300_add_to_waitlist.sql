-- The door's face for one join, as the site's second form calls it, and as PostgREST offers it on a hosted Supabase.

-- HMAC-SHA-256 (RFC 2104) with a 32-byte key; pgcrypto is not everywhere.
create function waitlist.hmac_sha256(key bytea, message text) returns bytea
language plpgsql immutable strict parallel safe
as $$
declare
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
begin
  for byte in 0..31 loop
    inner_pad := set_byte(inner_pad, byte, get_byte(key, byte) # 54);
    outer_pad := set_byte(outer_pad, byte, get_byte(key, byte) # 92);
  end loop;
  return sha256(outer_pad || sha256(inner_pad || convert_to(message, 'UTF8')));
end
$$;

-- The hashes of a client address and of its network, exactly as the server makes them (server/waitlist/client-keys.ts).
create function waitlist.hash_client(address inet, moment timestamptz default null, out client text, out network text)
language plpgsql
as $$
declare
  secret bytea := (waitlist.client_key(moment)).secret;
  of_four constant boolean := family(address) = 4;
begin
  client := encode(substr(waitlist.hmac_sha256(secret,
    host(network(set_masklen(address, case when of_four then 32 else 64 end)))), 1, 15), 'base64');
  network := encode(substr(waitlist.hmac_sha256(secret,
    host(network(set_masklen(address, case when of_four then 24 else 48 end))) || '/'), 1, 15), 'base64');
end
$$;

-- The visitor's address as the proxy in front of PostgREST reports it. Supabase's own edge sets cf-connecting-ip itself,
-- whatever the visitor sends; without it the rightmost hop of x-forwarded-for is the only one that a visitor cannot
-- write. Null when there is neither, as in a call by the database's owner: then only the breaker counts.
create function waitlist.client_of_request() returns inet
language plpgsql
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  reported text := coalesce(headers ->> 'cf-connecting-ip',
    substring(headers ->> 'x-forwarded-for' from '[^,]*$'));
begin
  return regexp_replace(btrim(reported), '^::ffff:(?=\d+\.)', '', 'i')::inet;
exception
  when data_exception then return null;
end
$$;

create function public.add_to_waitlist(user_email text, entry_source text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  address inet := waitlist.client_of_request();
  hashed record;
  answer record;
begin
  if address is not null then
    select * into hashed from waitlist.hash_client(address);
  else
    select null::text as client, null::text as network into hashed;
  end if;
  select * into answer
    from waitlist.join_set(array[user_email], array[entry_source], array[hashed.client], array[hashed.network]);
  if answer.errors[1] is null then
    return '{"success": true}';
  end if;
  return jsonb_build_object('success', false, 'error', answer.errors[1]);
end
$$;

-- New functions are open to everybody until this is taken back, on Supabase to these roles by name as well.
-- anon may call add_to_waitlist and nothing else; service_role may read the list.
do $$
declare
  role_name text;
begin
  revoke all on schema waitlist from public;
  revoke all on all tables in schema waitlist from public;
  revoke all on all functions in schema waitlist from public;
  revoke all on function public.add_to_waitlist(text, text) from public;
  for role_name in
    select rolname from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  loop
    execute format('revoke all on schema waitlist from %I', role_name);
    execute format('revoke all on all tables in schema waitlist from %I', role_name);
    execute format('revoke all on all functions in schema waitlist from %I', role_name);
    execute format('revoke all on function public.add_to_waitlist(text, text) from %I', role_name);
  end loop;
  if exists (select from pg_catalog.pg_roles where rolname = 'anon') then
    grant execute on function public.add_to_waitlist(text, text) to anon;
  end if;
  if exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    grant usage on schema waitlist to service_role;
    grant select on waitlist.entries to service_role;
  end if;
end
$$;
