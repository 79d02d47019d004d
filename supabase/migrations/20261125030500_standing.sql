-- Where people stand with us. Figures, lists, exports and announcements all ask here.

-- The standing of these people, of those who are meant.
-- On the list: 'confirmed', 'asked' (no answer yet), or 'unreachable' (no email goes there, whatever they have answered).
-- Off the list: 'left', or 'complained' for whoever left by marking an email as spam. Who said that it was not them is erased.
create function waitlist.standings(people bigint[], meant waitlist.filter default null)
returns table (id bigint, standing text)
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read all of a table for a few rows.
set enable_seqscan = off
set jit = off
as $$
  with keys as materialized (
    -- Not waitlist.is_suppressed for each: that would look up the keys, and pad them, once for every person.
    select pads.inner_pad, pads.outer_pad
      from waitlist.email_key, unnest(array[email_key.secret] || email_key.other_secrets) as one (secret),
           lateral waitlist.hmac_pads(one.secret) as pads
  )
  select known.id, case
           when known.state = 'left' and left_by.via = 'complaint' then 'complained'
           when known.state = 'left' then 'left'
           when is_suppressed then 'unreachable'
           when known.confirmed_at is not null then 'confirmed'
           else 'asked'
         end
    from waitlist.entries as known
         cross join lateral (
           select exists (
             select from keys
               join waitlist.suppressions
                 on suppressions.address_hash = sha256(
                      keys.outer_pad || sha256(keys.inner_pad || convert_to(waitlist.mailbox(known.canonical), 'UTF8')))
              where suppressions.reason is not null)) as looked_up (is_suppressed)
         left join lateral (
           select evidence.via from waitlist.evidence
            where known.state = 'left' and evidence.entry_id = known.id and evidence.event = 'withdrew'
            order by evidence.at desc limit 1) as left_by on true
   where known.id = any (people)
     and (meant.source is null or known.source = meant.source)
     and (meant.joined_since is null or known.joined_at >= meant.joined_since)
     and (meant.joined_until is null or known.joined_at < meant.joined_until)
     and not exists (
       select from unnest(meant.sent) as wanted (announcement)
        where not exists (
          select from waitlist.outbox as had
           where had.announcement is not null and had.announcement = wanted.announcement and had.entry_id = known.id
             and had.state in ('sent', 'uncertain', 'transmitting')))
     and not exists (
       select from unnest(meant.not_sent) as unwanted (announcement)
         join waitlist.outbox as had
           on had.announcement is not null and had.announcement = unwanted.announcement and had.entry_id = known.id
        where had.state in ('sent', 'uncertain', 'transmitting'))
$$;
