-- What a person does by the links in our emails: confirm, leave, say that it was not them, and move their entry to another address.
-- Which link may do what, and why: decision 28.

-- Notes once that the address of an entry is its person's own, under the version that the page shows now. An email has arrived there,
-- so its bounces count no more.
create function waitlist.confirm_entry(entry_id bigint, via text, at timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  entry waitlist.entries;
begin
  select * into entry from waitlist.entries as entry_row where entry_row.id = confirm_entry.entry_id;
  if entry.confirmed_at is null then
    update waitlist.entries set confirmed_at = at, network_mark = null where id = entry.id;
    insert into waitlist.evidence (entry_id, at, event, via, wording)
    values (entry.id, at, 'confirmed', via, (select max(version) from waitlist.wordings));
  end if;
  perform waitlist.forgive_bounces(entry.canonical);
end
$$;

-- Ends all emails to the address that an email went to. If that is the person's own, the entry is erased. If it is an address that
-- was only asked about a move, it is taken out of the emails that asked it. Pressed again, the link finds no address any more.
create function waitlist.end_emails(entry waitlist.entries, link waitlist.email_links, at timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  new_address constant text := (select email.to_canonical from waitlist.outbox as email where email.message_id = link.message_id);
  was_asked_about_a_move constant boolean := link.message_id is not null;
begin
  if was_asked_about_a_move and new_address is null then
    return;
  end if;
  if was_asked_about_a_move and new_address <> entry.canonical then
    perform waitlist.suppress(new_address, 'not-me', at);
    update waitlist.outbox as change_email set to_email = null, to_canonical = null
     where change_email.entry_id = entry.id and change_email.to_canonical = new_address and change_email.state in ('sent', 'failed', 'uncertain');
    return;
  end if;
  perform waitlist.suppress(entry.canonical, 'not-me', at);
  perform waitlist.erase_address(entry.canonical, 'not-me');
end
$$;

-- A person moves an entry to an address where there is another entry already. The two become one: nobody has two entries. The other
-- entry is deleted. Its links to leave go on working, and take the entry that stays off the list. Its announcements count for the
-- entry that stays, so the person gets none of them twice.
create function waitlist.merge_entry(other_id bigint, into_id bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update waitlist.email_links set entry_id = into_id where entry_id = other_id and purpose = 'leave';
  update waitlist.outbox as theirs set entry_id = into_id
   where theirs.entry_id = other_id and theirs.announcement is not null and theirs.state <> 'waiting'
     and not exists (
       select from waitlist.outbox as mine
        where mine.announcement = theirs.announcement and mine.entry_id = into_id and mine.announcement is not null);
  delete from waitlist.entries where id = other_id;
  perform waitlist.record_action('merged', 1, true);
end
$$;

-- Moves an entry, with its time and its consent, to the address that an email of the kind change has asked; `change_id` is that email. The earlier address
-- is told, and the new one gets new links. Gives false, and moves nothing, when the entry has been left, or when the address has
-- asked for no more emails meanwhile. An entry that is there already stays as it is.
create function waitlist.move_entry(entry_id bigint, change_id uuid, via text, at timestamptz) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  entry waitlist.entries;
  change_email waitlist.outbox;
  other_id bigint;
begin
  select * into entry from waitlist.entries as entry_row where entry_row.id = move_entry.entry_id;
  select * into change_email from waitlist.outbox as message_row where message_row.message_id = change_id;
  if entry.state <> 'joined' or change_email.to_canonical is null or waitlist.wants_no_email(change_email.to_canonical) then
    return false;
  end if;
  if entry.email = change_email.to_email then
    return true;
  end if;

  select id into other_id from waitlist.entries as entry_row
   where entry_row.canonical = change_email.to_canonical and entry_row.id <> entry.id;
  if other_id is not null then
    perform waitlist.merge_entry(other_id, entry.id);
  end if;

  -- A reader of the earlier mailbox can still take the entry off the list, and can no longer see or move it.
  -- An address that was only asked can still say that it was not them.
  delete from waitlist.email_links as link
   where link.entry_id = entry.id
     and (purpose in ('confirm', 'place', 'change') or (purpose = 'not-me' and message_id is null))
     and message_id is distinct from change_id;
  delete from waitlist.outbox as message
   where message.entry_id = entry.id and message.kind in ('change', 'moved-here') and message.state = 'waiting';

  update waitlist.entries set email = change_email.to_email, canonical = change_email.to_canonical, confirmed_at = null where id = entry.id;
  perform waitlist.confirm_entry(entry.id, via, at);
  insert into waitlist.outbox (entry_id, kind, queued_at, due_at, to_email, to_canonical)
  values (entry.id, 'moved', at, at, entry.email, entry.canonical),
         (entry.id, 'moved-here', at, at, null, null);
  return true;
end
$$;

-- Takes the hash of a token, what its link is for, and how it was followed ('link' or 'one-click'). Does what the link is for.
-- For *Your place* that means leaving. Following a link again changes nothing more.
-- Gives false when there is no such link, or its entry has been erased. For an entry that has been left, it gives false if the link
-- would confirm or move it. For a move it also gives false if the address has asked for no more emails meanwhile.
create function waitlist.follow_link(token_hash text, purpose text, via text) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  entry waitlist.entries;
  link waitlist.email_links;
  at constant timestamptz := clock_timestamp();
begin
  -- The entry is locked first: another transaction that has it may be ending this link.
  select entry_row.* into entry
    from waitlist.email_links as link_row join waitlist.entries as entry_row on entry_row.id = link_row.entry_id
   where link_row.hash = decode(token_hash, 'hex') and link_row.purpose = follow_link.purpose
     for no key update of entry_row;
  select * into link from waitlist.email_links as link_row
   where link_row.hash = decode(token_hash, 'hex') and link_row.entry_id = entry.id and link_row.purpose = follow_link.purpose;
  if link.hash is null then
    return false;
  end if;
  -- Only a link that came back with a backup can ask this: leaving deletes it.
  if purpose = 'confirm' and entry.state <> 'joined' then
    return false;
  end if;

  case purpose
    when 'change' then return waitlist.move_entry(entry.id, link.message_id, via, at);
    when 'confirm' then perform waitlist.confirm_entry(entry.id, via, at);
    when 'not-me' then perform waitlist.end_emails(entry, link, at);
    when 'leave', 'place' then perform waitlist.leave_list(entry.id, via);
  end case;
  return true;
end
$$;

-- Queues an email to a new address that asks whether the entry shall move there. Gives 'asked' even if somebody else has that
-- address: nobody learns here who is on the list. Otherwise 'same' when the entry has that address already, 'address' as a join would,
-- 'too-many', or null when there is no such entry, or it has been left.
create function waitlist.ask_change(token_hash text, typed text, at timestamptz default clock_timestamp()) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  allowed constant waitlist.limits := (select limits from waitlist.limits where name = 'emails-a-day');
  entry waitlist.entries;
  tidied constant record := waitlist.tidy_addresses(array[typed], null);
begin
  select entry_row.* into entry
    from waitlist.email_links as link join waitlist.entries as entry_row on entry_row.id = link.entry_id
   where link.hash = decode(token_hash, 'hex') and link.purpose = 'place' and entry_row.state = 'joined'
     for no key update of entry_row;
  if not found then
    return null;
  end if;
  if tidied.emails[1] is null then
    return 'address';
  end if;
  if tidied.emails[1] = entry.email then
    return 'same';
  end if;
  if allowed.most <= (
    select count(*) from waitlist.outbox
     where entry_id = entry.id and kind = 'change' and queued_at > at - allowed.every) then
    return 'too-many';
  end if;
  insert into waitlist.outbox (entry_id, kind, queued_at, due_at, to_email, to_canonical)
  values (entry.id, 'change', at, at, tidied.emails[1], tidied.canonicals[1]);
  return 'asked';
end
$$;
