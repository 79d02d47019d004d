import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/databases.ts';

/** Runs deploy/supabase.sh with programs in the place of npm and npx that write down how they were called. */
function runScript(args: string[], given: Record<string, string>) {
  const folder = testFolder();
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  for (const program of ['npm', 'npx']) {
    const file = join(folder, program);
    const settings = program === 'npm' ? ' $SITE_URL $VITE_BACKEND_URL $BACKEND_ANON_KEY' : '';
    writeFileSync(file, `#!/bin/sh\necho "${program} $*${settings}" >> ${calls}\n`);
    chmodSync(file, 0o755);
  }
  writeFileSync(
    join(folder, 'secrets.env'),
    'SITE_URL=https://bukoor.example\nBACKEND_ANON_KEY=key\nMAIL_FUNCTION_KEY=secret\n',
  );
  writeFileSync(join(folder, 'supabase.crt'), 'a certificate');
  const script = join(process.cwd(), 'deploy/supabase.sh');
  const env = { PATH: `${folder}:${process.env.PATH}`, ...given };
  const { status, stderr } = spawnSync(script, args, { cwd: folder, env, encoding: 'utf8' });
  return { status, stderr, calls: readFileSync(calls, 'utf8') };
}

test('it builds for that project, then brings the list, the secrets, the functions and the job, in this order', () => {
  const given = { PROJECT: 'ref', DATABASE_URL: 'postgresql://list' };
  const { status, stderr, calls } = runScript(['secrets.env', 'supabase.crt'], given);
  expect([status, stderr]).toEqual([0, '']);
  const order = [
    'npm run build https://bukoor.example https://ref.supabase.co key',
    'db push --remote=postgresql://list',
    'secrets set --remote=ref --env-file',
    'secrets set --remote=ref CA_CERTIFICATE=a certificate',
    'functions deploy enhanced-waitlist waitlist-links waitlist-mail --remote=ref --use-api --no-verify-jwt',
    'db query --remote=postgresql://list',
  ];
  const places = order.map((words) => calls.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(calls).toContain("('waitlist_mail_url', 'https://ref.supabase.co/functions/v1/waitlist-mail')");
  expect(calls).toContain("('waitlist_mail_key', 'secret')");
});

test('without its settings it says how to call it, and does nothing', () => {
  const { status, stderr, calls } = runScript(['secrets.env'], {});
  expect([status, calls]).toEqual([2, '']);
  expect(stderr).toContain('Call it so: PROJECT=REF');
});
