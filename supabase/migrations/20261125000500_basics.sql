-- What several of the next files use, and PostgreSQL has not: how moments are written, and how a secret key makes a code.

-- A moment in ISO 8601, UTC. `seconds` says how exactly: SS, SS.MS or SS.US.
create function waitlist.iso(moment timestamptz, seconds text default 'SS') returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:' || seconds || '"Z"')
$$;

-- The day of a moment in UTC, such as 2026-11-22.
create function waitlist.iso_day(moment timestamptz) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD')
$$;

-- The two padded keys of HMAC-SHA-256 (RFC 2104), for a key of at most 64 bytes; pgcrypto is not everywhere. A cast to bits pads the
-- key, and one operator combines it. The binary form of bits (bit_send) is a length of four bytes and then the bits.
create function waitlist.hmac_pads(key bytea, out inner_pad bytea, out outer_pad bytea)
language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  padded constant bit(512) := ('x' || encode(key, 'hex'))::bit(512);
begin
  inner_pad := substr(bit_send(padded # ('x' || repeat('36', 64))::bit(512)), 5);
  outer_pad := substr(bit_send(padded # ('x' || repeat('5c', 64))::bit(512)), 5);
end
$$;

create function waitlist.hmac_sha256(key bytea, message text) returns bytea
language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  pads constant record := waitlist.hmac_pads(key);
begin
  return sha256(pads.outer_pad || sha256(pads.inner_pad || convert_to(message, 'UTF8')));
end
$$;
