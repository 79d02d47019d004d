-- Has the function that sends called every minute. It may be run again, for instance after a new key: it replaces what it made.
-- One statement, because Supabase's command runs no more. Replace the address and the key (deploy/supabase.sh does).
do $do$
declare
  secret record;
begin
  create extension if not exists pg_cron;
  create extension if not exists pg_net;

  -- Both are kept in Vault, so that the table of jobs does not hold the key.
  for secret in
    select * from (values
      ('waitlist_mail_url', 'https://REF.supabase.co/functions/v1/waitlist-mail'),
      ('waitlist_mail_key', 'MAIL_FUNCTION_KEY')) as wanted (name, value)
  loop
    if exists (select from vault.secrets where name = secret.name) then
      perform vault.update_secret((select id from vault.secrets where name = secret.name), secret.value);
    else
      perform vault.create_secret(secret.value, secret.name);
    end if;
  end loop;

  perform cron.schedule('waitlist-mail', '* * * * *', $job$
    select net.http_post(
      url := (select decrypted_secret from vault.decrypted_secrets where name = 'waitlist_mail_url'),
      headers := jsonb_build_object(
        'authorization',
        'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'waitlist_mail_key')),
      timeout_milliseconds := 120000)
  $job$);

  -- pg_cron writes a row for each call and deletes none.
  perform cron.schedule('waitlist-cron-history', '0 3 * * *',
    $job$ delete from cron.job_run_details where end_time < now() - interval '7 days' $job$);
end
$do$;
