-- The words beside the forms name the controller and the email address. The page behind Yes asks for the consent in words of its own.

-- {controller} stands for the name of the controller. confirmation: the words above the button of the page behind Yes.
alter table waitlist.wordings add column confirmation text;

insert into waitlist.wordings (version, words, confirmation) values
  ('2026-11-28',
   'By joining I let {controller} keep my email address and how I heard of {name}, and email me about the beta, the launch and new articles. Being on this list may reveal my religion, and I explicitly consent to {controller} keeping me on it. I am 13 or over, and can leave at any time by a link in every email.',
   'By pressing it I explicitly consent to {controller} keeping me on the list and emailing me, although that may reveal my religion.');

-- Notes once that the address of a place is its person's own, under the version that the page shows now. An email has arrived there,
-- so its bounces count no more.
create or replace function waitlist.confirm_place(place bigint, way text, at timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  entry waitlist.entries;
begin
  select * into entry from waitlist.entries as known where known.id = place;
  if entry.confirmed_at is null then
    update waitlist.entries set confirmed_at = at, network_mark = null where id = place;
    insert into waitlist.evidence (entry_id, at, event, via, wording)
    values (place, at, 'confirmed', way, (select max(version) from waitlist.wordings));
  end if;
  delete from waitlist.suppressions
   where address_hash = any (waitlist.address_hashes(entry.canonical)) and coalesce(reason, 'bounce') = 'bounce';
end
$$;
