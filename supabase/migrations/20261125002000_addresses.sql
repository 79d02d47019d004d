-- What an address is: which text can be one, and which spellings are one person's. Which are one mailbox stands in …_entries.sql,
-- because an index of the people needs it.

-- Tidies what was typed. It takes and gives arrays in one order: one call for a batch costs less than a call for each address.
-- emails: null where mail could not go. An address has at most 254 bytes (RFC 5321, 4.5.3.1.3): a longer text is not looked at. It is
-- plain ASCII, with a dot in its domain (a domain in another script arrives here as punycode), and has no part that no mail system
-- accepts. White space and the invisible direction marks that a copy from right-to-left text brings along are no part of it.
-- canonicals: one form for all spellings. Dots and plus are equal only at Gmail, where there must be a name before the plus:
-- elsewhere they may be two people.
-- refusals: null for what can be stored, 'address' or 'source' for what cannot.
create function waitlist.tidy_addresses(typed text[], sources text[], out emails text[], out canonicals text[], out refusals text[])
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  white_space constant text := E' \t\n\r\f\u000B\u00A0\u2028\u2029\u202F\u3000';
  invisible constant text := E'\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\uFEFF';
  -- The characters of a local part without quotes (RFC 5322, 3.2.3: atext), in groups between dots.
  local_part constant text := '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*$';
  -- Labels that neither begin nor end with a hyphen; the last one begins with a letter.
  domain_name constant text := '^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$';
begin
  with trimmed as materialized (
    select given.position, given.source, btrim(given.address, white_space || invisible) as address
      from unnest(typed, sources) with ordinality as given (address, source, position)
  ), short as materialized (
    select position, source, case when octet_length(address) <= 254 then address end as address from trimmed
  ), parts as materialized (
    select position, source,
           address like '%@%' and address not like '%@%@%' as has_one_at,
           split_part(address, '@', 1) as local,
           lower(split_part(address, '@', 2) collate "C") as domain
      from short
  ), at_provider as materialized (
    select parts.*, domain in ('gmail.com', 'googlemail.com') as is_gmail from parts
  ), checked as materialized (
    select at_provider.*,
           coalesce(
             has_one_at
               and local ~ local_part and octet_length(local) <= 64
               and domain ~ domain_name and domain !~ '[^.]{64}'
               and not (is_gmail and local like '+%'),
             false) as is_valid
      from at_provider
  ), spelled as materialized (
    select checked.*,
           case when is_gmail
                then replace(split_part(lower(local collate "C"), '+', 1), '.', '') || '@gmail.com'
                else lower(local collate "C") || '@' || domain end as canonical
      from checked
  )
  select array_agg(case when is_valid then local || '@' || domain end order by position),
         array_agg(case when is_valid then canonical end order by position),
         array_agg(case
           when not is_valid then 'address'
           when source is null or source <> all (waitlist.sources()) then 'source'
         end order by position)
    into emails, canonicals, refusals
    from spelled;
end
$$;

-- The one form of an address that was typed; null when it is none.
create function waitlist.canonical_of(typed text) returns text
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  return (waitlist.tidy_addresses(array[typed], null)).canonicals[1];
end
$$;
