import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailFunctionKeyPattern } from '../../server/setting-fields.ts';
import { testFolder } from '../support/databases.ts';

const script = join(process.cwd(), 'deploy/supabase.sh');
const key = 'a-key-of-thirty-two-characters-or-more';
const complete = `SITE_URL=https://bukoor.example\nBACKEND_ANON_KEY=anon\nMAIL_FUNCTION_KEY=${key}\n`;

/** Runs deploy/supabase.sh with programs in the place of npm and npx that write down how they were called. */
function runScript({ secrets = complete, certificate = 'a certificate', project = 'ref', answer = 'y' }) {
  const folder = testFolder();
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  // Of a call with --file the file is written down too.
  const npx = `#!/bin/sh\necho "npx $*" >> ${calls}\nwhile [ $# -gt 0 ]; do [ "$1" = --file ] && cat "$2" >> ${calls}; shift; done\n`;
  const npm = `#!/bin/sh\necho "npm $* $SITE_URL $VITE_BACKEND_URL $BACKEND_ANON_KEY" >> ${calls}\n`;
  for (const [program, text] of Object.entries({ npm, npx })) {
    writeFileSync(join(folder, program), text);
    chmodSync(join(folder, program), 0o755);
  }
  writeFileSync(join(folder, 'secrets.env'), secrets);
  if (certificate) writeFileSync(join(folder, 'supabase.crt'), certificate);
  const env = { PATH: `${folder}:${process.env.PATH}`, PROJECT: project, DATABASE_URL: 'postgresql://list' };
  const options = { cwd: folder, env, input: `${answer}\n`, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(script, ['secrets.env', 'supabase.crt'], options);
  return { status, stderr, calls: readFileSync(calls, 'utf8') };
}

test('it builds, then deploys the list, the secrets, the functions and the job', () => {
  const { status, calls } = runScript({});
  expect(status).toBe(0);
  const order = [
    'npm run build https://bukoor.example https://ref.supabase.co anon\n',
    'db push --remote=postgresql://list --yes',
    'secrets set --remote=ref --env-file',
    'secrets set --remote=ref CA_CERTIFICATE=a certificate',
    'functions deploy enhanced-waitlist waitlist-links waitlist-mail --remote=ref --use-api --no-verify-jwt',
    'db query --remote=postgresql://list --file',
  ];
  const positions = order.map((words) => calls.indexOf(words));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  expect(calls).toContain("('waitlist_mail_url', 'https://ref.supabase.co/functions/v1/waitlist-mail')");
  expect(calls).toContain(`('waitlist_mail_key', '${key}')`);
});

test('it takes the keys that the function takes', () => {
  expect(readFileSync(script, 'utf8')).toContain(`[[ $mail_key =~ ${mailFunctionKeyPattern.source} ]]`);
});

test('quotes around a value and the line ends of Windows are no part of it', () => {
  const secrets = complete.replaceAll(/=(.*)/g, '="$1"').replaceAll('\n', '\r\n');
  const { status, calls } = runScript({ secrets });
  expect(status).toBe(0);
  expect(calls).toContain('npm run build https://bukoor.example https://ref.supabase.co anon\n');
  expect(calls).toContain(`('waitlist_mail_key', '${key}')`);
});

test.for([
  [{ project: '' }, /Call it so: PROJECT=REF/],
  [{ certificate: '' }, /supabase\.crt cannot be read/],
  [{ secrets: complete.replace(/MAIL.*/, 'MAIL_FUNCTION_KEY=') }, /MAIL_FUNCTION_KEY .* must be at least 32/],
  [{ secrets: complete.replace(key, `${key}&a|b`) }, /MAIL_FUNCTION_KEY .* must be at least 32/],
  [{ secrets: complete.replace(/SITE_URL.*/, '') }, /SITE_URL and BACKEND_ANON_KEY must be set/],
  [{ answer: 'n' }, /Nothing was changed/],
] as const)('given %j it says what is wrong, and does nothing', ([given, said]) => {
  const { status, stderr, calls } = runScript(given);
  expect([status, calls]).toEqual([2, '']);
  expect(stderr).toMatch(said);
});
