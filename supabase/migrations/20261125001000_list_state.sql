-- What holds for all processes of a list at once.

-- One row: what the owner sets.
create table waitlist.settings (
  only_row boolean primary key default true check (only_row),
  -- On a hosted Supabase: how many entries of X-Forwarded-For its proxies append, for the function and the procedure alike.
  hosted_proxies smallint not null default 2 check (hosted_proxies between 1 and 10)
);

insert into waitlist.settings default values;

-- One row: what the processes tell one another.
create table waitlist.list_state (
  only_row boolean primary key default true check (only_row),
  -- Nothing is sent while this is set: a restored copy must not send again what the original has sent.
  sending_paused_since timestamptz,
  sending_paused_because text,
  -- Why nothing goes out although it may (Trouble in mail/mail-state.ts), and when the next try is. The worker that tries notes both.
  sending_trouble jsonb,
  sending_rests_until timestamptz,
  -- On a hosted Supabase: when the function that sends was last called.
  function_called_at timestamptz,
  -- The founder has the news up to this time (DIGEST_TO).
  digested_at timestamptz not null default clock_timestamp(),
  -- One process may send the newer news until then, and no other tries.
  digest_claimed_until timestamptz,
  -- When the founder was last told that emails wait because of a flood.
  flood_told_at timestamptz,
  -- Only for an embedded list: a restore has left people out whose bytes its files may still hold (waitlist/list/erased-files.ts).
  left_out_in_files boolean not null default false,
  -- When the last backup was complete and had been read back.
  backed_up_at timestamptz,
  -- Where the list went when it was moved: from then on nobody opens this one.
  moved_to text,
  moved_at timestamptz,
  check ((moved_to is null) = (moved_at is null)),
  check ((sending_paused_since is null) = (sending_paused_because is null))
);

insert into waitlist.list_state default values;

-- Whether all mail is paused.
create function waitlist.mail_is_paused() returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from waitlist.list_state where sending_paused_since is not null)
$$;

-- Each server of a PostgreSQL says here every few seconds that it is there, so that a restore can refuse. A session's advisory lock
-- would not do: through PgBouncer in transaction mode it stays behind on a connection that others use.
create unlogged table waitlist.servers (
  name text primary key,
  seen_at timestamptz not null
);
