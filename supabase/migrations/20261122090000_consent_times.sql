-- When somebody agreed and when they left, and which entries came in a flood.

alter table waitlist.entries
  add column consented_at timestamptz,
  add column left_at timestamptz,
  add column during_flood boolean not null default false;

update waitlist.entries set consented_at = joined_at, left_at = case state when 'left' then joined_at end;

alter table waitlist.entries
  alter column consented_at set not null,
  add constraint entries_left_at_of_left check ((state = 'left') = (left_at is not null));

comment on column waitlist.entries.consented_at is 'When the consent in force was given: the first join, or the one after leaving.';
comment on column waitlist.entries.left_at is 'When the address left; null while it is on the list.';
comment on column waitlist.entries.during_flood is 'Joined while far more came than usual: to be looked through, for a flood brings strangers'' addresses.';

-- Whoever changes the state, the time of leaving goes with it.
create function waitlist.note_leaving() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.left_at := case new.state when 'left' then clock_timestamp() end;
  return new;
end
$$;

create trigger note_leaving before update of state on waitlist.entries
  for each row when (old.state is distinct from new.state)
  execute function waitlist.note_leaving();

-- The words beside the forms changed: who joins from now on agrees to these.
create or replace function waitlist.consent_wording() returns text
language sql immutable parallel safe
as $$
  select '2026-11-22'
$$;
