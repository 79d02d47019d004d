-- Where people stand with us. Figures, lists, exports, the digest and announcements all ask here.

-- Makes a filter of what TypeScript calls a PeopleFilter (waitlist/filter.ts), which names announcements.
create function waitlist.filter_from(filter jsonb) returns waitlist.people_filter
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select row(
    filter ->> 'source',
    (filter ->> 'joinedSince')::timestamptz,
    (filter ->> 'joinedUntil')::timestamptz,
    array(select id from waitlist.announcements where filter -> 'sent' ? name),
    array(select id from waitlist.announcements where filter -> 'notSent' ? name)
  )::waitlist.people_filter
$$;

-- Writes a filter as a PeopleFilter.
create function waitlist.filter_as_json(filter waitlist.people_filter) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'source', filter.source,
    'joinedSince', waitlist.iso(filter.joined_since, 'SS.MS'),
    'joinedUntil', waitlist.iso(filter.joined_until, 'SS.MS'),
    'sent', array(select name from waitlist.announcements where id = any (filter.sent) order by id),
    'notSent', array(select name from waitlist.announcements where id = any (filter.not_sent) order by id))
$$;

-- The standing of the people with these entries, if the filter holds for them.
-- On the list: 'confirmed', 'unanswered' (no answer yet), or 'unreachable' (no email goes there, even if they have answered).
-- Off the list: 'left', or 'complained' for a person who left by marking an email as spam. A person who said that it was not them is
-- erased.
create function waitlist.standings(entry_ids bigint[], people_filter waitlist.people_filter default null)
returns table (id bigint, standing text)
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read whole tables for a few rows (decision 6).
set enable_seqscan = off
set jit = off
as $$
  with keys as materialized (
    -- Not waitlist.is_suppressed for each: that would look up the keys, and pad them, once for every person.
    select pads.inner_pad, pads.outer_pad
      from waitlist.email_key, unnest(array[email_key.secret] || email_key.other_secrets) as one (secret),
           lateral waitlist.hmac_pads(one.secret) as pads
  )
  select entry.id, case
           when entry.state = 'left' and left_by.via = 'complaint' then 'complained'
           when entry.state = 'left' then 'left'
           when is_suppressed then 'unreachable'
           when entry.confirmed_at is not null then 'confirmed'
           else 'unanswered'
         end
    from waitlist.entries as entry
         cross join lateral (
           select exists (
             select from keys
               join waitlist.suppressions
                 on suppressions.mailbox_code = sha256(
                      keys.outer_pad || sha256(keys.inner_pad || convert_to(waitlist.mailbox(entry.canonical), 'UTF8')))
              where suppressions.reason is not null)) as looked_up (is_suppressed)
         left join lateral (
           select evidence.via from waitlist.evidence
            where entry.state = 'left' and evidence.entry_id = entry.id and evidence.event = 'withdrew'
            order by evidence.at desc limit 1) as left_by on true
   where entry.id = any (entry_ids)
     and (people_filter.source is null or entry.source = people_filter.source)
     and (people_filter.joined_since is null or entry.joined_at >= people_filter.joined_since)
     and (people_filter.joined_until is null or entry.joined_at < people_filter.joined_until)
     and not exists (
       select from unnest(people_filter.sent) as wanted (announcement)
        where not exists (
          select from waitlist.outbox as message
           where message.announcement is not null and message.announcement = wanted.announcement and message.entry_id = entry.id
             and message.state in ('sent', 'doubted', 'uncertain', 'transmitting')))
     and not exists (
       select from unnest(people_filter.not_sent) as unwanted (announcement)
         join waitlist.outbox as message
           on message.announcement is not null and message.announcement = unwanted.announcement and message.entry_id = entry.id
        where message.state in ('sent', 'doubted', 'uncertain', 'transmitting'))
$$;

-- Counts, among the next people after an entry, those who have become unreachable after a moment and up to another: they are on the
-- list, and no email goes there any more. It gives a page (waitlist/pages.ts).
create function waitlist.count_newly_unreachable(
  since timestamptz, until timestamptz, after bigint, page_size integer, out count integer, out page_end bigint
)
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read whole tables for a few rows (decision 6).
set enable_seqscan = off
set jit = off
as $$
  with page as materialized (
    select id, canonical from waitlist.entries where id > after order by id limit page_size
  ), unreachable as materialized (
    select page.canonical
      from page join waitlist.standings(array(select id from page)) as standings on standings.id = page.id
     where standings.standing = 'unreachable'
  ), newly as (
    select from unreachable
     where exists (
       select from waitlist.suppressions
        where mailbox_code = any (waitlist.mailbox_codes(unreachable.canonical))
          and reason is not null and noted_at > since and noted_at <= until)
  )
  select (select count(*)::integer from newly), (select max(id) from page)
$$;
