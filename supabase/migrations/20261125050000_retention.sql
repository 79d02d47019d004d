-- What is deleted after a time.

-- Deletes an email that is still to tell an earlier address of a move, three days after the move, if its entry has been erased. Once
-- it is sent or given up, waitlist.delete_email_of_erased deletes it at once.
create function waitlist.forget_unsent_move_notices(at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read whole tables for a few rows (decision 6).
set enable_seqscan = off
set jit = off
as $$
  delete from waitlist.outbox as telling
   where telling.kind = 'moved'
     and telling.queued_at < at - interval '3 days'
     and not exists (select from waitlist.entries where entries.id = telling.entry_id)
$$;

-- Deletes counts that mean nothing any more, the keys of past days, and the emails that outlived an erased entry. Gives how many
-- allowances it deleted: at most `max_rows` of them, so that a large table is swept in many short calls.
-- A server and `npm run mail -- worker` call it every minute, and the function waitlist-mail at each of its calls
-- (waitlist/periodic-jobs.ts). Rows that a join holds are left for the next time: waiting for them could deadlock.
create function waitlist.sweep(max_rows integer, at timestamptz default clock_timestamp(), out deleted integer)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform waitlist.forget_unsent_move_notices(at);
  delete from waitlist.client_keys where day < (at at time zone 'UTC')::date;
  delete from waitlist.joins_of_minute as swept
   using (select connection from waitlist.joins_of_minute where minute_ends <= at for update skip locked) as over
   where swept.connection = over.connection;
  delete from waitlist.rate_limits as swept
   using (select limit_name, key from waitlist.rate_limits where full_again_at <= at limit max_rows for update skip locked) as over
   where swept.limit_name = over.limit_name and swept.key = over.key;
  get diagnostics deleted = row_count;
end
$$;

-- Deletes the codes of people who were erased longer ago than any backup is kept.
create function waitlist.forget_erasures(backup_days integer, at timestamptz default clock_timestamp()) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from waitlist.erasures where erased_at < at - make_interval(days => backup_days)
$$;

-- Looks through the next people after an entry for those who have not answered although the last email that asks went out `days`
-- days ago. It must have gone out and not have come back: while mail is down or paused nobody is silent. An owner may have them
-- erased (forgetSilentAfterDays in content/site.ts). It gives a page (waitlist/pages.ts).
create function waitlist.silent_people(after bigint, page_size integer, days integer, at timestamptz default clock_timestamp(),
  out ids bigint[], out page_end bigint)
language sql stable
set search_path = pg_catalog, pg_temp
-- Without statistics PostgreSQL would read whole tables for a few rows (decision 6).
set enable_seqscan = off
set jit = off
as $$
  with page as materialized (
    select id, state, confirmed_at, consented_at from waitlist.entries where id > after order by id limit page_size
  ), awaited as materialized (
    select page.id,
           (array_agg(case when message.state = 'sent' and message.bounced is null and message.transmitted_at >= page.consented_at
                           then message.transmitted_at end
                      order by message.queued_at desc))[1] as sent_at,
           bool_or(message.is_open or message.state = 'uncertain') as is_open
      from page
      join waitlist.outbox as message on message.entry_id = page.id
      join waitlist.email_kinds as kind_row on kind_row.kind = message.kind and 'confirm' = any (kind_row.links)
     where page.state = 'joined' and page.confirmed_at is null
       -- A restored list does not know who has answered since its backup.
       and not waitlist.mail_is_paused()
     group by page.id
  )
  select coalesce(array_agg(awaited.id order by awaited.id) filter (
           where not awaited.is_open and awaited.sent_at <= at - make_interval(days => days)), '{}'),
         (select max(id) from page)
    from awaited
$$;
