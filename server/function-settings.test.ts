import { expect, test } from 'vitest';
import { readFunctionSettings } from './function-settings.ts';

const complete = { SITE_URL: 'https://a.example', SUPABASE_DB_URL: 'postgresql://localhost/list' };

test('a secret of our own comes before the one that Supabase sets', () => {
  const urlOf = (env: NodeJS.Dict<string>) =>
    readFunctionSettings('enhanced-waitlist', { ...complete, ...env }).database.databaseUrl;
  expect(urlOf({})).toBe('postgresql://localhost/list');
  expect(urlOf({ WAITLIST_DATABASE_URL: 'postgresql://localhost/own' })).toBe('postgresql://localhost/own');
});

test.for([
  [{ CA_CERTIFICATE: 'none' }, /^ {2}CA_CERTIFICATE must be a certificate in PEM$/m],
  [{ DKIM_SELECTOR: 'one' }, /^ {2}DKIM_KEY is required with DKIM_SELECTOR$/m],
  [{ DKIM_KEY: 'none' }, /^ {2}DKIM_KEY must be an RSA private key in PEM$/m],
  [{ WAITLIST_DATABASE_URL: 'mysql://localhost/l' }, /^ {2}WAITLIST_DATABASE_URL must be a PostgreSQL/m],
  [
    { WAITLIST_DATABASE_URL: 'postgresql://db.example.org/l?sslmode=disable' },
    /^ {2}WAITLIST_DATABASE_URL asks for a connection without TLS/m,
  ],
  [
    { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'a@a.example' },
    /^ {2}SMTP_URL must begin with smtps:/m,
  ],
] as const)('a function names the wrong secret of %j, and the paper about secrets', ([env, sentence]) => {
  const read = () => readFunctionSettings('waitlist-mail', { ...complete, ...env });
  expect(read).toThrow(sentence);
  expect(read).toThrow('(see deploy/supabase.md)');
});

test('a wrong setting of one function does not stop another', () => {
  const env = { ...complete, SMTP_URL: 'wrong', HOOK_SES_TOPIC: 'wrong' };
  expect(readFunctionSettings('enhanced-waitlist', env).siteUrl).toBe('https://a.example');
});
