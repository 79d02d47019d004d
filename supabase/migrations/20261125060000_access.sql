-- Which roles may use all this.

-- Shuts everybody but the owner out of every table and function that there is. Row-level security without a policy does that for
-- tables. New functions are open to everybody until this is taken back; on Supabase, in the schema public, to its roles by name as well.
-- anon, a hosted project's visitors, may call two functions only. A later migration that adds a table or a function, or creates one again,
-- ends with this call: a test looks at every table and function.
create function waitlist.close_access() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  table_name text;
  role_name text;
begin
  for table_name in select tablename from pg_catalog.pg_tables where schemaname = 'waitlist' loop
    execute format('alter table waitlist.%I enable row level security', table_name);
  end loop;
  revoke all on all functions in schema waitlist from public;
  -- Without their inputs, so that a later migration may change these.
  revoke all on function public.add_to_waitlist, public.waitlist_client from public;
  for role_name in select rolname from pg_catalog.pg_roles where rolname in ('authenticated', 'service_role') loop
    execute format('revoke all on function public.add_to_waitlist, public.waitlist_client from %I', role_name);
  end loop;
  if exists (select from pg_catalog.pg_roles where rolname = 'anon') then
    grant execute on function public.add_to_waitlist, public.waitlist_client to anon;
  end if;
end
$$;

select waitlist.close_access();
