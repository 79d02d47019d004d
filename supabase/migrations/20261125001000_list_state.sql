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
  -- The founder has resumed sending since then: the next turn of a function tries without that rest.
  sending_skips_rest boolean not null default false,
  -- On a hosted Supabase: when the function that sends was last called.
  function_called_at timestamptz,
  -- The jobs of the hour and of the day have been done by a call of that function that began then.
  function_jobs_done_at timestamptz,
  -- Only for an embedded list: a restore has left people out whose bytes its files may still hold (waitlist/list/erased-files.ts).
  left_out_in_files boolean not null default false,
  -- When the last backup was complete and had been read back.
  backed_up_at timestamptz,
  -- Where the list went when it was moved: from then on nobody opens this one.
  moved_to text,
  moved_at timestamptz,
  -- How often the list was moved. This goes along: of two places that it has left, the one with the higher number is the later.
  moves integer not null default 0,
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

-- What the founder is told by email (DIGEST_TO), by one of several processes: a row for each of News in mail/to-founder.ts.
create table waitlist.founder_news (
  name text primary key,
  -- The founder has been told what was known at this time.
  told_at timestamptz not null default clock_timestamp(),
  -- No process tells it before.
  next_try_at timestamptz not null
);

-- A new list has its first digest after a day.
insert into waitlist.founder_news (name, next_try_at)
values ('digest', clock_timestamp() + interval '1 day'), ('flood', clock_timestamp());

-- Gives the time of which the founder has not been told yet to the first process that asks when it may be told. No other process gets
-- a row for so many minutes: one that is killed leaves the news to the next.
create function waitlist.claim_news(name text, minutes integer) returns table (since text, until text)
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.founder_news as news set next_try_at = clock_timestamp() + make_interval(mins => minutes)
   where news.name = claim_news.name and news.next_try_at <= clock_timestamp()
  returning waitlist.iso(news.told_at, 'SS.US'), waitlist.iso(clock_timestamp(), 'SS.US')
$$;

-- The founder has been told what was known at this time, and is told again after so many hours.
create function waitlist.finish_news(name text, until timestamptz, hours integer) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.founder_news as news set told_at = until, next_try_at = until + make_interval(hours => hours)
   where news.name = finish_news.name and news.told_at < until
$$;

-- Keeps every process from trying again for so many minutes, even if the function that sends is called often; unless another process
-- has told the founder since that time.
create function waitlist.put_off_news(name text, until timestamptz, minutes integer) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.founder_news as news set next_try_at = clock_timestamp() + make_interval(mins => minutes)
   where news.name = put_off_news.name and news.told_at < until
$$;

-- A backup is complete and was read back: `backup` calls this, and a nightly backup of the whole PostgreSQL (deploy/pgbackrest).
create function waitlist.mark_backed_up() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update waitlist.list_state set backed_up_at = clock_timestamp() where only_row
$$;

-- Each server of a PostgreSQL says here every few seconds that it is there, so that a restore can refuse. A session's advisory lock
-- would not do: through PgBouncer in transaction mode it stays behind on a connection that others use.
create unlogged table waitlist.servers (
  name text primary key,
  seen_at timestamptz not null
);
