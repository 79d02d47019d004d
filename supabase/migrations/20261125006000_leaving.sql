-- How a person leaves the list. Nothing else sets the state 'left', except that a restore stores entries as a backup has them.

-- Deletes what waits for a person who leaves. Announcements stay: they are dropped, and counted, when it is their turn.
create function waitlist.drop_waiting_emails(entry_id bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from waitlist.outbox as message
   where message.entry_id = drop_waiting_emails.entry_id and message.state = 'waiting' and message.announcement is null
     and not (waitlist.kind_of(message)).outlives_entry;
end
$$;

-- Takes a person off the list, and keeps as evidence how they said it. Leaving ends the confirmation: if they come back, a new email
-- asks them, and an old one confirms and moves nothing any more. What waits is not sent. Only the email that tells an earlier address
-- of a move still is: otherwise somebody who moved the entry away could keep that secret by leaving.
-- Gives false, and changes nothing, for a person who is not on the list.
create function waitlist.leave_list(entry_id bigint, via text, at timestamptz default clock_timestamp()) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  agreed_wording text;
begin
  update waitlist.entries as entry set state = 'left', left_at = at, confirmed_at = null
   where entry.id = leave_list.entry_id and entry.state = 'joined'
  returning entry.consent_wording into agreed_wording;
  if not found then
    return false;
  end if;
  perform waitlist.drop_waiting_emails(entry_id);
  delete from waitlist.email_links as link
   where link.entry_id = leave_list.entry_id and link.purpose in ('confirm', 'change');
  insert into waitlist.evidence (entry_id, at, event, via, wording)
  values (leave_list.entry_id, leave_list.at, 'withdrew', leave_list.via, agreed_wording)
  -- A restore may have noted it already.
  on conflict do nothing;
  return true;
end
$$;
