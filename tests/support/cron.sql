-- What deploy/supabase.sql uses of pg_cron, pg_net and Vault, with their signatures: Debian has no pg_net.
create schema vault;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(new_secret text, new_name text default null, new_description text default '')
returns uuid language sql as $$ insert into vault.secrets (name, secret) values (new_name, new_secret) returning id $$;
create function vault.update_secret(secret_id uuid, new_secret text default null, new_name text default null)
returns void language sql as $$ update vault.secrets set secret = new_secret where id = secret_id $$;

create schema net;
create table net.calls (url text, headers jsonb, timeout_milliseconds integer);
create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds integer default 5000)
returns bigint language sql as $$ insert into net.calls values (url, headers, timeout_milliseconds); select 1::bigint $$;

create schema cron;
create table cron.job (jobname text primary key, schedule text, command text);
create table cron.job_run_details (end_time timestamptz);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job values (job_name, schedule, command)
  on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command;
  select 1::bigint
$$;
