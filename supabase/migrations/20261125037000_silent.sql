-- Whoever never answers the email that asks. An owner may have them forgotten (forgetSilentAfterDays in content/site.ts).

-- Looks through the next people after an entry for those who have not answered although the last email that asks went out so many
-- days ago. It must have gone out and not have come back: while mail is down or paused nobody is silent. reached is null where
-- there are no further people.
create function waitlist.silent_people(after bigint, most integer, days integer, at timestamptz default clock_timestamp(),
  out ids bigint[], out reached bigint)
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read all emails.
set enable_seqscan = off
set jit = off
as $$
  with page as materialized (
    select id, state, confirmed_at, consented_at from waitlist.entries where id > after order by id limit most
  ), asked as materialized (
    select page.id,
           max(message.transmitted_at) filter (
             where message.state = 'sent' and message.bounced is null and message.transmitted_at >= page.consented_at) as sent_at,
           bool_or(message.state in ('waiting', 'transmitting', 'uncertain')) as is_open
      from page
      join waitlist.outbox as message on message.entry_id = page.id
      join waitlist.email_kinds as known on known.kind = message.kind and 'confirm' = any (known.links)
     where page.state = 'joined' and page.confirmed_at is null
       -- A restored list does not know who has answered since its backup.
       and not exists (select from waitlist.settings where sending_paused_since is not null)
     group by page.id
  )
  select coalesce(array_agg(asked.id order by asked.id) filter (
           where not asked.is_open and asked.sent_at <= at - make_interval(days => days)), '{}'),
         (select max(id) from page)
    from asked
$$;
