-- How an announcement gets its recipients, and when it may.

-- Whether its current words and audience have been sent to somebody as a test, and it may be sent (again).
create function waitlist.is_ready(announcement waitlist.announcements) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select announcement.state in ('planned', 'done') and announcement.tested_version is not distinct from announcement.version
$$;

-- Whether an announcement may be opened. The people whom another announcement has reached, or has not, are known once that one is
-- over. From then on it must reach nobody else: they have got another one in its place.
create function waitlist.may_open(announcement waitlist.announcements) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with others as materialized (
    select other.state in ('sending', 'paused') as is_under_way,
           other.opened_at is not null as was_opened,
           other.id = any ((announcement.meant).not_sent || (announcement.meant).sent) as is_asked_about,
           announcement.id = any ((other.meant).not_sent) as goes_in_its_place
      from waitlist.announcements as other
  )
  select waitlist.is_ready(announcement)
     and not exists (select from others where is_asked_about and is_under_way)
     and not exists (select from others where goes_in_its_place and was_opened)
$$;

-- The people that an announcement is for; announcement is null while it is not stored.
create type waitlist.audience as (announcement integer, to_unconfirmed boolean, meant waitlist.filter);

-- Looks through the next `page_size` entries after one for the people whom an announcement would reach, `most` at most, and changes
-- nothing; a null `most` is no limit. A person who has had it is passed over. It gives a page (waitlist/pages.ts), which ends with the
-- last person chosen if it has `most`: the next page looks at those behind.
create function waitlist.find_recipients(
  audience waitlist.audience, after bigint, page_size integer, most integer,
  out ids bigint[], out emails text[], out unconfirmed integer, out left_list integer, out unreachable integer, out reached bigint
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
      from page join waitlist.standings(array(select id from page), (audience).meant) as standings on standings.id = page.id
  ), without_it as materialized (
    select standing.* from standing
     where (has_left or has_confirmed or (audience).to_unconfirmed)
       and not exists (
         select from waitlist.outbox as message
          where message.announcement is not null and message.announcement = (audience).announcement and message.entry_id = standing.id
            and message.state <> 'waiting')
  ), chosen as materialized (
    select id, email, standing from without_it
     where standing in ('confirmed', 'asked')
     order by id limit most
  ), page_end as materialized (
    select case when count(*) = most then max(id) else (select max(id) from page) end as id from chosen
  ), passed as materialized (
    select without_it.* from without_it, page_end where without_it.id <= page_end.id
  )
  select (select coalesce(array_agg(id order by id), '{}') from chosen),
         (select coalesce(array_agg(email order by id), '{}') from chosen),
         (select count(*) from chosen where standing = 'asked')::integer,
         (select count(*) from passed where has_left)::integer,
         (select count(*) from passed where standing = 'unreachable')::integer,
         (select id from page_end)
$$;

-- Queues the people whom find_recipients finds, for the call of `announce send` that is opening an announcement. If another call, a
-- new plan or a cancellation has ended that call, it queues nobody, and reached is null.
create function waitlist.add_recipients(
  opening uuid, after bigint, page_size integer, most integer,
  out recipients integer, out left_list integer, out unreachable integer, out reached bigint
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
    left_list := 0;
    unreachable := 0;
    return;
  end if;
  found_people := waitlist.find_recipients(
    row(opened.id, opened.to_unconfirmed, opened.meant)::waitlist.audience, after, page_size, most);
  insert into waitlist.outbox (entry_id, kind, announcement, queued_at, due_at)
  select chosen.id, news.kind, opened.id, clock_timestamp(), clock_timestamp()
    from unnest(found_people.ids) as chosen (id), waitlist.email_kinds as news
   where news.of_announcement
  on conflict (announcement, entry_id) where announcement is not null do nothing;
  recipients := cardinality(found_people.ids);
  left_list := found_people.left_list;
  unreachable := found_people.unreachable;
  reached := found_people.reached;
end
$$;
