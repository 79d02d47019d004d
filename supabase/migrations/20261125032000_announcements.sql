-- What an announcement needs beside the outbox: a stop for all of them, and its recipients.

-- The switch for all mail stops announcements for good: each has to be resumed by its name. A restored list does not know
-- who was written to since its backup, and whoever pulled the switch over wrong words wants them to stay where they are.
create function waitlist.pause_announcements() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.announcements
     set state = 'paused', paused_because = coalesce(new.sending_paused_because, old.sending_paused_because)
   where state = 'sending';
  return null;
end
$$;

create trigger pause_announcements after update on waitlist.settings
  for each row when (old.sending_paused_since is distinct from new.sending_paused_since)
  execute function waitlist.pause_announcements();

-- Looks through the next thousand entries after one for an announcement's recipients, at most so many, and puts them into the
-- outbox if that is wanted. Who has had it is passed over. reached is null where there are no further entries. An embedded
-- database answers nobody meanwhile, which is why it is not all at once.
create function waitlist.next_recipients(
  announced text, to_unconfirmed boolean, only_source text, after bigint, most integer, enqueue boolean,
  out recipients integer, out unconfirmed integer, out left_list integer, out mailbox_gone integer, out reached bigint
)
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  known_id constant integer := (select id from waitlist.announcements where name = announced);
  chosen bigint[];
begin
  with looked as (
    select id, state, canonical, source, confirmed_at from waitlist.entries where id > after order by id limit 1000
  ), judged as (
    select looked.id, case
             when looked.state <> 'joined' then 'left'
             when waitlist.is_suppressed(looked.canonical) then 'gone'
             else 'recipient' end as what
      from looked
     where (only_source is null or looked.source = only_source)
       and (looked.state <> 'joined' or to_unconfirmed or looked.confirmed_at is not null)
       and not exists (
         select from waitlist.outbox as had
          where had.announcement is not null and had.announcement = known_id and had.entry_id = looked.id and had.state <> 'waiting')
  )
  select (array_agg(id order by id) filter (where what = 'recipient'))[:most], count(*) filter (where what = 'left'),
         count(*) filter (where what = 'gone'), (select max(id) from looked)
    into chosen, left_list, mailbox_gone, reached
    from judged;
  recipients := coalesce(cardinality(chosen), 0);
  unconfirmed := (select count(*) from waitlist.entries where id = any (chosen) and confirmed_at is null);
  if enqueue then
    insert into waitlist.outbox (entry_id, kind, announcement, queued_at, due_at)
    select id, 'announcement', known_id, clock_timestamp(), clock_timestamp() from unnest(chosen) as id
    on conflict (announcement, entry_id) where announcement is not null do nothing;
  end if;
end
$$;
