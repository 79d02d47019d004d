import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { copyEmbeddedList, sharedPostgres } from '../support/databases.ts';
import { openWithSupabaseRoles } from '../support/supabase.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const postgres = await sharedPostgres();
const folder = temporaryFolder();
copyEmbeddedList(folder.path);
afterAll(folder.remove);

const roles = ['anon', 'authenticated', 'service_role'] as const;

/** The types that the functions name. A domain of the same name in pg_temp is found first wherever a search path allows it. */
const types = ['inet', 'text', 'json', 'jsonb', 'timestamptz', 'bytea', 'date', 'tid'];

/** What a session can do before it calls the function: create types whose check would read the list with the owner's rights. */
const trap = [
  `create function pg_temp.spy() returns boolean language plpgsql as $$
    begin
      perform set_config('spy.saw', (select string_agg(email, ',') from waitlist.entries), false);
      return true;
    exception when insufficient_privilege then return true;
    end $$`,
  ...types.map((type) => `create domain pg_temp.${type} as pg_catalog.${type} check (pg_temp.spy())`),
  `select set_config('request.headers', '{"x-forwarded-for": "192.0.2.1, 10.0.0.1"}', false)`,
];

type Run = (sql: string) => Promise<{ saw?: string | null }[]>;

/** Sets the trap as a role and calls the function, which only anon may; returns what the spy saw. */
async function hijack(run: Run, role: string): Promise<string | null | undefined> {
  await run(`set role ${role}`);
  for (const statement of trap) await run(statement);
  const call = run("select public.add_to_waitlist('intruder@hijack.example', 'cta') as answer");
  if (role === 'anon') expect(await call).toEqual([{ answer: { success: true } }]);
  else await expect(call).rejects.toThrow('permission denied for function add_to_waitlist');
  const [seen] = await run("select current_setting('spy.saw', true) as saw");
  await run('reset role');
  await run('discard temp');
  return seen?.saw;
}

test('embedded: no role can read the list by types of its own in pg_temp', async () => {
  const database = await openWithSupabaseRoles({ dataDir: folder.path });
  onTestFinished(() => database.close());
  await database.query(
    `insert into waitlist.entries (email, canonical, source, joined_at, consented_at, consent_wording, state)
     values ('kept@hijack.example', 'kept@hijack.example', 'cta', now(), now(), 'w', 'joined')`,
  );
  // The role that may call the function comes first: a session caches the types that a function's first call resolved.
  for (const role of roles) expect(await hijack((sql) => database.query(sql), role), role).toBeFalsy();
});

test.skipIf(!postgres).for(roles)(
  'postgres: %s cannot read the list by types of its own in pg_temp',
  async (role) => {
    const databaseUrl = (await postgres?.createDatabase()) ?? '';
    const database = await openWithSupabaseRoles({ databaseUrl, dataDir: '' });
    const session = new Client({ connectionString: databaseUrl });
    onTestFinished(async () => {
      await session.end();
      await database.close();
    });
    await database.query("select add_to_waitlist('kept@hijack.example', 'cta')");
    await session.connect();
    expect(await hijack(async (sql) => (await session.query(sql)).rows, role)).toBeFalsy();
  },
);
