-- What somebody does about their own place on the list, by the link to its page that stands in every email.

-- Puts an email to a new address into the outbox, which asks whether the place shall move there. Gives 'asked', whoever has that
-- address: nobody learns here who is on the list. Else 'address', as a join would, 'too-many', or null when there is no such
-- place, or it has been left.
create function waitlist.ask_change(token_hash text, typed text, at timestamptz default clock_timestamp()) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  entry waitlist.entries;
  tidied constant record := waitlist.tidy(array[typed], array['cta']);
begin
  select known.* into entry
    from waitlist.email_links as link join waitlist.entries as known on known.id = link.entry_id
   where link.hash = decode(token_hash, 'hex') and link.purpose = 'place' and known.state = 'joined'
     for no key update of known;
  if not found then
    return null;
  end if;
  if tidied.emails[1] is null then
    return 'address';
  end if;
  if (select most from waitlist.limits where name = 'emails-a-day') <= (
    select count(*) from waitlist.outbox
     where entry_id = entry.id and kind = 'change' and queued_at > at - interval '1 day') then
    return 'too-many';
  end if;
  insert into waitlist.outbox (entry_id, kind, queued_at, due_at, to_email, to_canonical)
  values (entry.id, 'change', at, at, tidied.emails[1], tidied.canonicals[1]);
  return 'asked';
end
$$;
