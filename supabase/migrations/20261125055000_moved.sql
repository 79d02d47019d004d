-- A list that was moved away: it has another place now, and what is changed in the old one would be lost.

-- Notes where the list was moved to; null for nowhere.
create function waitlist.mark_moved(destination text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.list_state
     set moved_to = destination,
         moved_at = case when destination is not null then clock_timestamp() end,
         moves = moves + (destination is not null)::integer
   where moved_to is distinct from destination
$$;

-- Whether the list was moved away.
create function waitlist.was_moved() returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from waitlist.list_state where moved_to is not null)
$$;

-- Nobody opens a list that was moved away, but somebody may have it open: a hosted function, or a server that was frozen. A change that
-- has waited for the move, which locks the tables, sees its mark: a volatile function takes a new snapshot for each of its statements.
-- A migration may change it (database/migrate.ts): whoever takes the list up again, or moves back, needs its tables as they are then.
create function waitlist.refuse_moved() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if waitlist.was_moved() and current_setting('migration.is_running', true) is distinct from 'on' then
    raise exception 'this list was moved away' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;

-- All tables that a move takes along, but the one that says where to: a test compares them with those of a backup. An email is claimed
-- before it is sent, so none is sent from the old place either.
do $$
declare
  name text;
begin
  foreach name in array array[
    'entries', 'evidence', 'outbox', 'email_links', 'wordings', 'limits', 'email_key', 'settings', 'founder_news', 'suppressions',
    'erasures', 'announcements', 'audit'
  ] loop
    execute format(
      'create trigger refuse_moved before insert or update or delete on waitlist.%I
         for each statement execute function waitlist.refuse_moved()',
      name
    );
  end loop;
end
$$;
