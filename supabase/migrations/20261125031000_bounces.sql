-- What comes back of emails: bounces and complaints.

-- Takes what came back of an email (NotedBounce in mail/judge.ts). 'hard' and 'complaint' end all emails to the address to which it
-- went. 'soft' counts, and ends them when there were too many. 'uncounted' is only noted: it is about us, or nobody could read why.
-- The same bounce read again changes nothing, but a worse one does.
-- Gives its effect: 'suppressed', 'counted', 'noted', or 'repeated' if this or a worse one had been noted before. Null, and nothing is
-- done, for an email that is not ours or whose address was erased, and for another word.
create function waitlist.note_bounce(message_id text, bounce text, at timestamptz default clock_timestamp(), out effect text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  from_mild_to_bad constant text[] := array['uncounted', 'soft', 'hard', 'complaint'];
  message waitlist.outbox;
  entry waitlist.entries;
  address text;
begin
  if array_position(from_mild_to_bad, bounce) is null then
    return;
  end if;
  select * into message from waitlist.outbox as email where email.message_id = note_bounce.message_id::uuid;
  if bounce = 'complaint' then
    -- The entry is locked before its email, as by a link that is followed.
    select * into entry from waitlist.entries as entry_row where entry_row.id = message.entry_id for no key update;
  else
    select * into entry from waitlist.entries as entry_row where entry_row.id = message.entry_id;
  end if;
  address := message.to_canonical;
  if address is null then
    return;
  end if;

  update waitlist.outbox as email set bounced = bounce
   where email.message_id = message.message_id
     and (email.bounced is null or array_position(from_mild_to_bad, email.bounced) < array_position(from_mild_to_bad, bounce));
  if not found then
    effect := 'repeated';
    return;
  end if;

  if bounce = 'uncounted' then
    effect := 'noted';
    return;
  end if;
  if bounce = 'soft' then
    effect := waitlist.count_soft_bounce(address, at);
    return;
  end if;
  -- Somebody who has moved to another address complains about an email to the old one: the new one stays on the list.
  if bounce = 'complaint' and address = entry.canonical then
    perform waitlist.leave_list(entry.id, 'complaint');
  end if;
  perform waitlist.suppress(address, case bounce when 'hard' then 'bounce' else bounce end, at);
  effect := 'suppressed';
end
$$;

-- Counts a soft bounce. When there were too many in the time of the limit, the address is suppressed. Gives 'counted' or
-- 'suppressed'.
create function waitlist.count_soft_bounce(address text, at timestamptz) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  allowed constant waitlist.limits := (select limit_row from waitlist.limits as limit_row where limit_row.name = 'soft-bounces');
  code constant bytea := waitlist.mailbox_code(address);
  suppression waitlist.suppressions;
  earlier integer;
begin
  -- The row is locked, so that of two bounces at once both count.
  insert into waitlist.suppressions (mailbox_code, soft_bounces, noted_at) values (code, 0, at) on conflict do nothing;
  select * into suppression from waitlist.suppressions where mailbox_code = code for update;
  earlier := case when suppression.noted_at > at - allowed.every then suppression.soft_bounces else 0 end;

  if suppression.reason is not null then
    update waitlist.suppressions set soft_bounces = earlier + 1 where mailbox_code = code;
    return 'suppressed';
  end if;
  if earlier + 1 >= allowed.most then
    update waitlist.suppressions set soft_bounces = earlier + 1, noted_at = at, reason = 'bounce' where mailbox_code = code;
    return 'suppressed';
  end if;
  update waitlist.suppressions set soft_bounces = earlier + 1, noted_at = at where mailbox_code = code;
  return 'counted';
end
$$;

-- Takes back one bounce of an address, because the fault was ours. A soft bounce is no longer counted. A hard bounce no longer ends
-- the emails to the address. The counted bounces of other emails stay. But if another email's hard bounce came in the same minutes, it
-- is taken back as well, and the next email to the address finds out again that the mailbox is gone.
create function waitlist.take_back_bounce(address text, bounced text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  allowed constant integer := (select most from waitlist.limits where name = 'soft-bounces');
  code constant bytea := waitlist.mailbox_code(address);
  was_counted constant boolean := bounced = 'soft';
begin
  if bounced is null or bounced not in ('soft', 'hard') then
    return;
  end if;
  update waitlist.suppressions
     set soft_bounces = greatest(soft_bounces - was_counted::integer, 0)
   where mailbox_code = code;
  update waitlist.suppressions
     set reason = null
   where mailbox_code = code and reason = 'bounce' and soft_bounces < allowed;
  delete from waitlist.suppressions
   where mailbox_code = code and reason is null and soft_bounces = 0;
end
$$;
