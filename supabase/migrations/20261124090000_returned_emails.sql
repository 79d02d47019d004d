-- A fault of ours, such as a sender that the mail server refuses, counted as a try of whichever email met it: after ten of them
-- the email failed, and its recipient, who had done nothing, had a soft bounce. Such an email is now returned to the queue.

alter table waitlist.outbox add column returned_at timestamptz;
alter table waitlist.announcement_emails add column returned_at timestamptz;

comment on column waitlist.outbox.returned_at is 'When a fault of ours last returned it to the queue; null once another outcome was stored. reply says which fault.';
comment on column waitlist.announcement_emails.returned_at is 'As in waitlist.outbox.';
comment on column waitlist.outbox.reply is 'What the mail server answered last; of a returned email, the fault and what to do.';
comment on column waitlist.outbox.tries is 'How often it was handed to a mail server, apart from the times it was returned.';

-- As before, with the outcome 'returned': no server took the email, and neither it nor its recipient is the reason. The try
-- does not count, nobody gets a bounce, and the email is due again after the first of the pauses between tries.
create or replace function waitlist.finish_email(
  worker text, message text, outcome text, server_reply text, status text default null, moment timestamptz default null
) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  tries_limit record;
  finished waitlist.outbox;
begin
  tries_limit := waitlist.email_limit('email-tries');
  update waitlist.outbox as due
     set reply = left(server_reply, 500),
         claimant = null,
         state = case
           when outcome = 'sent' then 'sent'
           when outcome = 'refused' or (outcome = 'deferred' and due.tries >= tries_limit.most) then 'failed'
           when outcome in ('deferred', 'returned') then 'waiting'
           else 'transmitting'
         end,
         tries = due.tries - (outcome = 'returned')::integer,
         due_at = at + tries_limit.every * case when outcome = 'returned' then 1 else power(2, due.tries - 1) end,
         transmitted_at = case when outcome in ('sent', 'uncertain') then due.transmitted_at end,
         returned_at = case when outcome = 'returned' then at end
   where due.reference = message::uuid and due.claimant = worker and due.state = 'transmitting'
  returning * into finished;
  if finished.state = 'failed' then
    perform waitlist.note_bounce(message, coalesce(status, '4.0.0'), at);
  end if;
  return finished.state;
end
$$;

-- The same for an announcement. A returned email that has become due is claimed before the next recipient is chosen, so that
-- few are chosen while the fault lasts. One of an announcement that was cancelled meanwhile has failed, without a bounce.
create or replace function waitlist.finish_announcement(
  worker text, message text, outcome text, server_reply text, status text default null, moment timestamptz default null
) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  at constant timestamptz := coalesce(moment, clock_timestamp());
  tries_limit record;
  sending record;
  finished waitlist.announcement_emails;
begin
  tries_limit := waitlist.email_limit('email-tries');
  select known.id, known.state, known.exhausted into sending
    from waitlist.announcements as known
    join waitlist.announcement_emails as sent on sent.announcement = known.id
   where sent.reference = message::uuid;
  if sending.exhausted then
    -- Of two that end at once the second sees that it is the last.
    perform from waitlist.announcements as known where known.id = sending.id for update;
  end if;
  update waitlist.announcement_emails as due
     set reply = left(server_reply, 500),
         claimant = null,
         state = case
           when outcome in ('sent', 'uncertain') then outcome
           when outcome = 'refused' or sending.state = 'cancelled' then 'failed'
           when outcome = 'deferred' and due.tries >= tries_limit.most then 'failed'
           else 'waiting'
         end,
         tries = due.tries - (outcome = 'returned')::integer,
         due_at = at + tries_limit.every * case when outcome = 'returned' then 1 else power(2, due.tries - 1) end,
         transmitted_at = case when outcome in ('sent', 'uncertain') then due.transmitted_at end,
         returned_at = case when outcome = 'returned' then at end
   where due.reference = message::uuid and due.claimant = worker and due.state in ('transmitting', 'uncertain')
  returning * into finished;
  if finished.state = 'failed' and outcome <> 'returned' then
    perform waitlist.note_bounce(message, coalesce(status, '4.0.0'), at);
  elsif finished.state = 'waiting' and sending.exhausted then
    update waitlist.announcements as known
       set state = case known.state when 'done' then 'sending' else known.state end,
           finished_at = case known.state when 'done' then null else known.finished_at end,
           due_at = least(known.due_at, finished.due_at)
     where known.id = sending.id;
  end if;
  if sending.exhausted then
    update waitlist.announcements as known set state = 'done', finished_at = at
     where known.id = sending.id and known.state = 'sending' and not exists (
       select from waitlist.announcement_emails as open
        where open.announcement = sending.id and open.state in ('waiting', 'transmitting'));
  end if;
  return finished.state;
end
$$;
