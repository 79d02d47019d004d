-- How a person leaves the list. Nothing else sets the state 'left': a constraint of waitlist.entries refuses it without its time.

-- Deletes what waits for a person who leaves. Announcements stay: they are dropped, and counted, when it is their turn.
create function waitlist.drop_waiting(entry bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from waitlist.outbox as message
   where message.entry_id = entry and message.state = 'waiting' and message.announcement is null
     and not (waitlist.kind_of(message)).outlives_place;
end
$$;

-- Takes a person off the list, and keeps as evidence how they said it. Leaving ends the confirmation: if they come back, a new email
-- asks them, and an old one confirms and moves nothing any more. What waits is not sent. Only the email that tells an earlier address
-- of a move still is: otherwise somebody who moved the place away could keep that secret by leaving.
-- Gives false, and changes nothing, for a person who is not on the list.
create function waitlist.leave(entry bigint, way text) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := clock_timestamp();
  agreed_wording text;
begin
  update waitlist.entries set state = 'left', left_at = at, confirmed_at = null
   where id = entry and state = 'joined'
  returning consent_wording into agreed_wording;
  if not found then
    return false;
  end if;
  perform waitlist.drop_waiting(entry);
  delete from waitlist.email_links where entry_id = entry and purpose in ('confirm', 'change');
  insert into waitlist.evidence (entry_id, at, event, via, wording) values (entry, at, 'withdrew', way, agreed_wording);
  return true;
end
$$;
