-- How the founder sends emails once more that failed or are in doubt.

-- Whether an email that failed or is in doubt may be sent once more: its person may get it, as decided when it is claimed.
create function waitlist.may_retry(message waitlist.outbox) returns boolean
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  entry constant waitlist.entries := (select entry_row from waitlist.entries as entry_row where entry_row.id = message.entry_id);
  to_unconfirmed constant boolean := (
    select announcements.to_unconfirmed from waitlist.announcements where announcements.id = message.announcement);
begin
  return waitlist.may_get(message, entry, to_unconfirmed, clock_timestamp())
     and not waitlist.is_cancelled(message)
     and not waitlist.has_later_email(message);
end
$$;

-- The emails that a person wants to send once more (RetryRequest in mail/outbox-emails.ts): some by their ids, or all of a kind, or
-- of an announcement, in one state. Each with its state and whether it may be sent.
create function waitlist.emails_to_retry(retry jsonb)
returns table (message_id uuid, announcement integer, state text, may_retry boolean)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with unsent as materialized (
    -- Nothing can be sent again to a person who was erased.
    select message, waitlist.shown_state(message) as state
      from waitlist.outbox as message join waitlist.entries as entry on entry.id = message.entry_id
     where message.state in ('failed', 'doubted', 'uncertain', 'transmitting')
  ), to_retry as materialized (
    select unsent.message, unsent.state
      from unsent left join waitlist.announcements on announcements.id = (unsent.message).announcement
     where unsent.state in ('failed', 'uncertain')
       and case
             when retry ? 'ids' then (unsent.message).message_id in (
               select id::uuid from jsonb_array_elements_text(retry -> 'ids') as given (id))
             else (unsent.message).kind = retry ->> 'kind' and unsent.state = retry ->> 'state'
                  and (retry ->> 'announcement' is null or announcements.name = retry ->> 'announcement')
           end
  )
  select (to_retry.message).message_id, (to_retry.message).announcement, to_retry.state, waitlist.may_retry(to_retry.message) from to_retry
$$;

-- Queues them as if never tried, under the same Message-ID. Gives how many.
create function waitlist.retry_emails(retry jsonb) returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  announced integer[];
  retried integer;
begin
  with to_retry as materialized (
    select message.message_id, message.state from waitlist.emails_to_retry(retry) as message where message.may_retry
  ), queued as (
    update waitlist.outbox as message
       set state = 'waiting', due_at = now(), tries = 0, repeats = 0, worker_id = null, transmitted_at = null,
           reply = null, bounced = null
      from to_retry
     -- Not one that a worker has finished meanwhile.
     where message.message_id = to_retry.message_id and waitlist.shown_state(message) = to_retry.state
    returning message.announcement
  )
  select count(*), array_agg(distinct queued.announcement) into retried, announced from queued;
  perform waitlist.reopen_announcements(announced, clock_timestamp());
  return retried;
end
$$;
