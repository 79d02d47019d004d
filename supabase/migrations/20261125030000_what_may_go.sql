-- What may go out: whether all mail is paused, the limits of an hour and of a mailbox, and whether an email may still go to its person.

-- Stops the emails of all processes. When they are stopped already, the first reason stays. Each announcement then waits to be
-- resumed by its name: a restored list does not know who was written to since its backup.
create function waitlist.pause_sending(because text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.list_state set sending_paused_since = clock_timestamp(), sending_paused_because = because
   where sending_paused_since is null;
  update waitlist.announcements set state = 'paused', paused_because = because where state = 'sending';
end
$$;

-- Lets emails go out again, and the next turn of a function try at once. The trouble and the time of the next try stay noted: a server's
-- worker rests until then, and would not note them again.
create function waitlist.resume_sending() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.list_state
     set sending_paused_since = null,
         sending_paused_because = null,
         sending_skips_rest = true
   where sending_paused_since is not null or sending_trouble is not null
$$;

-- Whether the emails of this hour are used up. Announcements have only a share of them.
create function waitlist.is_hour_used_up(is_announcement boolean, at timestamptz) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with used as materialized (
    select coalesce(sum(counted.transmissions), 0) as emails, coalesce(sum(counted.announcements), 0) as announcements
      from waitlist.email_hours as counted where counted.hour = date_trunc('hour', at, 'UTC')
  ), used_up as materialized (
    select from waitlist.limits, used where limits.name = 'emails-an-hour' and used.emails >= limits.most
    union all
    select from waitlist.limits, used
     where is_announcement and limits.name = 'announcements-an-hour' and used.announcements >= limits.most
  )
  select exists (select from used_up)
$$;

-- Whether emails may go out at all: not while all mail is paused, nor when the hour's emails are used up.
create function waitlist.may_send(is_announcement boolean, at timestamptz) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select not waitlist.mail_is_paused() and not waitlist.is_hour_used_up(is_announcement, at)
$$;

-- How many more emails may go out now to people who joined. They go to addresses that anybody may have typed, so there is a limit
-- for those of the last hour. A crowd of people raises it by confirming. An email whose person has been erased does not count.
create function waitlist.asking_emails_that_may_go(at timestamptz) returns integer
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  more_for_each_confirmed integer;
  an_hour_before constant timestamptz := at - interval '1 hour';
  most integer;
  breaker integer;
  sent integer;
  confirmed integer;
begin
  select limits.most into strict most from waitlist.limits where name = 'asking-emails-an-hour';
  select limits.most into strict breaker from waitlist.limits where name = 'emails-an-hour';
  select limits.most into strict more_for_each_confirmed from waitlist.limits where name = 'asking-emails-for-each-confirmed';
  -- A limit this high never applies, so we skip the count.
  if most >= breaker then
    return breaker;
  end if;
  select count(*) into sent
    from waitlist.outbox, waitlist.email_kinds as kind_row
   where outbox.announcement is null and outbox.transmitted_at > an_hour_before
     and kind_row.kind = outbox.kind and kind_row.on_join;
  if sent < most then
    return most - sent;
  end if;
  -- Only as many who have confirmed are counted as are needed.
  select count(*) into confirmed
    from (
      select from waitlist.entries where confirmed_at > an_hour_before
       limit (sent - most) / more_for_each_confirmed + 1) as counted;
  return greatest(most + more_for_each_confirmed * confirmed - sent, 0);
end
$$;

-- The kinds among these that may go out now: in a flood what is owed to people who joined waits.
create function waitlist.kinds_that_may_go(kinds text[], at timestamptz) returns text[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
           when waitlist.asking_emails_that_may_go(at) > 0 then kinds
           else array(
             select kind_row.kind from waitlist.email_kinds as kind_row where kind_row.kind = any (kinds) and not kind_row.on_join)
         end
$$;

-- How many emails to people who joined are due and have to wait for the limit.
create function waitlist.asking_emails_waiting_in_flood(at timestamptz default clock_timestamp()) returns integer
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select greatest(count(*)::integer - waitlist.asking_emails_that_may_go(at), 0)
    from waitlist.outbox, waitlist.email_kinds as kind_row
   where outbox.announcement is null and outbox.state = 'waiting' and outbox.due_at <= at
     and kind_row.kind = outbox.kind and kind_row.on_join
$$;

-- Milliseconds, an hour at most.
create function waitlist.ms_until(moment timestamptz, at timestamptz) returns integer
language sql immutable strict
set search_path = pg_catalog, pg_temp
as $$
  select least(greatest(ceil(extract(epoch from moment - at) * 1000), 0), 3600000)::integer
$$;

-- In how many milliseconds an email is due that may go out: 0 for now, null when none waits or none may go out. So a worker need not
-- call its mail server for nothing, and knows when to ask again.
create function waitlist.ms_until_next_email(kinds text[], at timestamptz default clock_timestamp()) returns integer
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with single as materialized (
    select min(due_at) as due_at
      from waitlist.outbox
     where announcement is null and is_open and kind = any (array(select unnest(waitlist.kinds_that_may_go(kinds, at))))
  ), announced as materialized (
    select min(due_at) as due_at
      from waitlist.announcements
     where state = 'sending'
       and exists (select from waitlist.email_kinds as kind_row where kind_row.of_announcement and kind_row.kind = any (kinds))
  )
  select least(
           case when waitlist.may_send(false, at) then waitlist.ms_until(single.due_at, at) end,
           case when waitlist.may_send(true, at) then waitlist.ms_until(announced.due_at, at) end)
    from single, announced
$$;

-- How many emails are due of the kinds that may go out now: 0 where ms_until_next_email does not give 0. A limit may leave room for
-- some of a kind only.
create function waitlist.count_due_emails(kinds text[], at timestamptz default clock_timestamp()) returns integer
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with open_to as materialized (
    select waitlist.kinds_that_may_go(kinds, at) as kinds, waitlist.may_send(false, at) as single, waitlist.may_send(true, at) as announced
  )
  select count(*)::integer
    from open_to, waitlist.outbox left join waitlist.announcements on announcements.id = outbox.announcement
   where outbox.is_open and outbox.due_at <= at and outbox.kind = any (open_to.kinds)
     and case
           when outbox.announcement is null then open_to.single
           else open_to.announced and announcements.state = 'sending' and announcements.due_at <= at
         end
$$;

-- Where an email goes when it is transmitted next.
create function waitlist.target_of(message waitlist.outbox, entry waitlist.entries, out email text, out canonical text)
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if (waitlist.kind_of(message)).has_own_address then
    email := message.to_email;
    canonical := message.to_canonical;
  else
    email := entry.email;
    canonical := entry.canonical;
  end if;
end
$$;

-- Whether one more email of this kind would be too many for the mailbox of that address. All emails to the mailbox count, with
-- anything after its plus, except announcements.
create function waitlist.is_mailbox_limit_reached(message waitlist.outbox, canonical text, at timestamptz) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with target as materialized (
    select waitlist.mailbox(is_mailbox_limit_reached.canonical) as mailbox
  ), people as materialized (
    select state, consented_at from waitlist.entries where entries.canonical = (select mailbox from target)
    union all
    select state, consented_at from waitlist.entries
     where entries.canonical like '%+%@%' and waitlist.mailbox(entries.canonical) = (select mailbox from target)
  ), agreement as materialized (
    select min(consented_at) as at from people where state = 'joined'
  ), had as materialized (
    select transmitted_at from waitlist.outbox
     where announcement is null and to_canonical is not null and waitlist.mailbox(to_canonical) = (select mailbox from target)
       and message_id <> message.message_id
  ), windows as materialized (
    -- A person who comes back to the list agrees once more, and the count starts there.
    select limits.most,
           case
             when limits.since_agreement then greatest(is_mailbox_limit_reached.at - limits.every, agreement.at)
             else is_mailbox_limit_reached.at - limits.every
           end as since
      from waitlist.limits, agreement
     where limits.name = any ((waitlist.kind_of(message)).limit_names)
  )
  select exists (
    select from windows where windows.most <= (select count(*) from had where had.transmitted_at > windows.since))
$$;

-- The announcements that were sent to people because this one had not reached them. From then on this one goes to nobody any more:
-- people who got one of those would get both.
create function waitlist.sent_instead_of(announcement integer) returns setof waitlist.announcements
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select other.*
    from waitlist.announcements as other
   where other.opened_at is not null
     and sent_instead_of.announcement = any ((other.people_filter).not_sent)
     -- It may have been planned once more for those whom it has not reached itself.
     and other.id <> sent_instead_of.announcement
$$;

-- Whether another announcement was sent in the place of this email's.
create function waitlist.is_replaced(message waitlist.outbox) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select message.announcement is not null and exists (select from waitlist.sent_instead_of(message.announcement))
$$;

-- Whether an email may still go to its person: decided when it is sent, not when it was put in.
create function waitlist.may_get(
  message waitlist.outbox, entry waitlist.entries, to_unconfirmed boolean, at timestamptz
) returns boolean
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  kind constant waitlist.email_kinds := waitlist.kind_of(message);
  target constant text := (waitlist.target_of(message, entry)).canonical;
  is_on_list constant boolean := entry.state is not distinct from 'joined';
  has_confirmed constant boolean := entry.confirmed_at is not null;
begin
  if not is_on_list and not kind.outlives_entry then
    return false;
  end if;
  if waitlist.is_replaced(message) then
    return false;
  end if;
  if kind.confirmation = 'needed' and not has_confirmed and to_unconfirmed is not true then
    return false;
  end if;
  if kind.confirmation = 'forbidden' and has_confirmed then
    return false;
  end if;
  -- An address that was asked about a move, and then ended all emails to it, has been taken out.
  if target is null then
    return false;
  end if;
  return not waitlist.is_suppressed(target) and not waitlist.is_mailbox_limit_reached(message, target, at);
end
$$;
