-- How an announcement gets its recipients, and when it may.

-- Whether its current words and audience have been sent to somebody as a test, and it may be sent (again).
create function waitlist.is_ready(announcement waitlist.announcements) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select announcement.state in ('planned', 'done') and announcement.tested_version is not distinct from announcement.version
$$;

-- The announcements because of which one may not be opened. There are two kinds of obstacle:
-- 1. Its audience depends on whom another announcement reaches, and that one is still being sent. This one waits (`is_temporary` is true).
-- 2. Another announcement was sent to the people whom this one had not reached. This one must never be sent any more.
create function waitlist.obstacles_to_opening(announcement waitlist.announcements) returns table (name text, is_temporary boolean)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select other.name, true
    from waitlist.announcements as other
   where other.id = any ((announcement.people_filter).not_sent || (announcement.people_filter).sent) and other.state in ('sending', 'paused')
  union all
  select other.name, false from waitlist.sent_instead_of(announcement.id) as other
$$;

create function waitlist.may_open(announcement waitlist.announcements) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select waitlist.is_ready(announcement) and not exists (select from waitlist.obstacles_to_opening(announcement))
$$;

-- The people that an announcement is for; announcement is null while it is not stored.
create type waitlist.audience as (announcement integer, to_unconfirmed boolean, people_filter waitlist.people_filter);

-- Looks through the next `page_size` entries after one for the people whom an announcement would reach, `max_recipients` at most, and changes
-- nothing; a null `max_recipients` is no limit. A person who has had it is passed over. It gives a page (waitlist/pages.ts), which ends with the
-- last person chosen if it has `max_recipients`: the next page looks at those behind.
create function waitlist.find_recipients(
  audience waitlist.audience, after bigint, page_size integer, max_recipients integer,
  out ids bigint[], out emails text[], out unconfirmed integer, out not_entitled integer, out unreachable integer, out page_end bigint
)
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read all entries and emails for a few rows.
set enable_seqscan = off
set jit = off
as $$
  with page as materialized (
    select id, email, confirmed_at from waitlist.entries where id > after order by id limit page_size
  ), standing as materialized (
    select page.id, page.email, page.confirmed_at is not null as has_confirmed, standings.standing,
           standings.standing in ('left', 'complained') as has_left
      from page join waitlist.standings(array(select id from page), (audience).people_filter) as standings on standings.id = page.id
  ), without_it as materialized (
    select standing.* from standing
     where (has_left or has_confirmed or (audience).to_unconfirmed)
       and not exists (
         select from waitlist.outbox as message
          where message.announcement is not null and message.announcement = (audience).announcement and message.entry_id = standing.id
            and message.state <> 'waiting')
  ), chosen as materialized (
    select id, email, standing from without_it
     where standing in ('confirmed', 'unanswered')
     order by id limit max_recipients
  ), last_of_page as materialized (
    select case when count(*) = max_recipients then max(id) else (select max(id) from page) end as id from chosen
  ), passed as materialized (
    select without_it.* from without_it, last_of_page where without_it.id <= last_of_page.id
  )
  select (select coalesce(array_agg(id order by id), '{}') from chosen),
         (select coalesce(array_agg(email order by id), '{}') from chosen),
         (select count(*) from chosen where standing = 'unanswered')::integer,
         (select count(*) from passed where has_left)::integer,
         (select count(*) from passed where standing = 'unreachable')::integer,
         (select id from last_of_page)
$$;

-- Queues the people whom find_recipients finds, for the call of `announce send` that is opening an announcement. If another call, a
-- new plan or a cancellation has ended that call, it queues nobody, and page_end is null.
create function waitlist.add_recipients(
  opening uuid, after bigint, page_size integer, max_recipients integer,
  out recipients integer, out not_entitled integer, out unreachable integer, out page_end bigint
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  opened waitlist.announcements;
  found_people record;
begin
  -- Locked, so that another opening waits for this page, and then removes it.
  select * into opened from waitlist.announcements
   where announcements.opening = add_recipients.opening
     for no key update;
  if not found then
    recipients := 0;
    not_entitled := 0;
    unreachable := 0;
    return;
  end if;
  found_people := waitlist.find_recipients(
    row(opened.id, opened.to_unconfirmed, opened.people_filter)::waitlist.audience, after, page_size, max_recipients);
  insert into waitlist.outbox (entry_id, kind, announcement, queued_at, due_at)
  select chosen.id, kind_row.kind, opened.id, clock_timestamp(), clock_timestamp()
    from unnest(found_people.ids) as chosen (id), waitlist.email_kinds as kind_row
   where kind_row.of_announcement
  on conflict (announcement, entry_id) where announcement is not null do nothing;
  recipients := cardinality(found_people.ids);
  not_entitled := found_people.not_entitled;
  unreachable := found_people.unreachable;
  page_end := found_people.page_end;
end
$$;

-- The states of an announcement and what leads from one to the other: docs/architecture.md has them as a table. The functions that
-- return a boolean say whether it was in a state in which that can be done.

-- What an announcement says, to whom, and how fast (Plan in mail/announcements.ts).
create type waitlist.announcement_plan as (
  name text,
  subject text,
  html text,
  text text,
  to_unconfirmed boolean,
  people_filter waitlist.people_filter,
  first integer,
  rate integer
);

-- Stores an announcement, or a new version of one that was never opened. That ends a call that opens it, and takes its time away.
create function waitlist.plan_announcement(plan waitlist.announcement_plan) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into waitlist.announcements (name, version, subject, html, text, to_unconfirmed, people_filter, first, rate)
  values (plan.name, gen_random_uuid(), plan.subject, plan.html, plan.text, plan.to_unconfirmed, plan.people_filter, plan.first, plan.rate)
  on conflict (name) do update
     set version = excluded.version,
         subject = excluded.subject,
         html = excluded.html,
         text = excluded.text,
         to_unconfirmed = excluded.to_unconfirmed,
         people_filter = excluded.people_filter,
         first = excluded.first,
         rate = excluded.rate,
         opening = null,
         opening_until = null,
         starts_at = null
   where announcements.state = 'planned';
  return found;
end
$$;

-- Notes that a version has been sent to somebody as a test. It changes nothing if another version has been planned meanwhile.
create function waitlist.note_tested(named text, tested uuid) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.announcements set tested_version = tested where name = named and version = tested
$$;

-- Sends nothing until the founder says so, and begins with no announcement by itself: a lost list may have sent it since its backup.
create function waitlist.hold_emails(because text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform waitlist.pause_sending(because);
  update waitlist.announcements set starts_at = null where starts_at is not null;
end
$$;

-- Sets the time at which a server begins with an announcement, in place of an earlier one. That ends a call that opens it, and the pause
-- after a call that failed.
create function waitlist.schedule_announcement(named text, starts_at timestamptz) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements set starts_at = schedule_announcement.starts_at, opening = null, opening_until = null
   where announcements.name = named and announcements.state = 'planned' and waitlist.is_ready(announcements);
  return found;
end
$$;

-- Gives the announcement whose time has come to one of several servers; nulls if there is none. A server that is killed leaves it to
-- another after five minutes.
create function waitlist.take_scheduled_announcement(out name text, out starts_at timestamptz, out minutes_late integer)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements as taken set opening_until = clock_timestamp() + interval '5 minutes'
   where taken.id = (
     select due.id from waitlist.announcements as due
      where due.state = 'planned' and waitlist.is_ready(due) and due.starts_at <= clock_timestamp()
        and (due.opening_until is null or due.opening_until <= clock_timestamp()) and not waitlist.mail_is_paused()
      order by due.starts_at limit 1 for update skip locked)
  returning taken.name, taken.starts_at, floor(extract(epoch from clock_timestamp() - taken.starts_at) / 60)
       into name, starts_at, minutes_late;
end
$$;

-- Opening is three steps, so that no join waits for all recipients: begin_opening, add_recipients page by page, finish_opening.
-- This first step gives the call a name of its own, or null if the announcement may not be opened. An earlier call that is still
-- opening it ends, because its name is replaced. `first` is how many people may get it.
create function waitlist.begin_opening(named text, out opening uuid, out first integer)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements set opening = gen_random_uuid()
   where announcements.name = named and waitlist.may_open(announcements)
  returning announcements.opening, announcements.first into opening, first;
end
$$;

-- Starts to send, unless another call, a new plan, a cancellation or a pause came meanwhile.
create function waitlist.finish_opening(opening uuid, not_entitled integer, unreachable integer) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements
     set state = 'sending',
         opening = null,
         opened_at = clock_timestamp(),
         finished_at = null,
         due_at = clock_timestamp(),
         not_entitled = finish_opening.not_entitled,
         unreachable = finish_opening.unreachable
   where announcements.opening = finish_opening.opening and waitlist.may_open(announcements) and not waitlist.mail_is_paused();
  return found;
end
$$;

-- Stops after the emails under way.
create function waitlist.pause_announcement(named text, because text) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements set state = 'paused', paused_because = because where name = named and state = 'sending';
  return found;
end
$$;

create function waitlist.resume_announcement(named text) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements set state = 'sending', paused_because = null, due_at = clock_timestamp()
   where name = named and state = 'paused' and not waitlist.mail_is_paused();
  return found;
end
$$;

-- Ends it for good. drop_recipients then takes those who have not got it out of the outbox.
create function waitlist.cancel_announcement(named text) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements
     set state = 'cancelled', paused_because = null, opening = null, finished_at = clock_timestamp()
   where name = named and state in ('planned', 'sending', 'paused');
  return found;
end
$$;

-- Takes the recipients who have not got it yet out of the outbox, unless another call opens it by now; a null opening is none. It is
-- called in a transaction of its own. So it sees all that was queued before, and holds no announcement while it waits for an erasure.
create function waitlist.drop_recipients(named text, opening uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from waitlist.outbox
   where announcement is not null and state = 'waiting'
     and announcement = (
       select announcements.id from waitlist.announcements
        where announcements.name = named and announcements.opening is not distinct from drop_recipients.opening);
end
$$;
