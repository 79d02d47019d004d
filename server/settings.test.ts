import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeCertificate } from '../tests/support/certificate.ts';
import { testFolder } from '../tests/support/databases.ts';
import { settingNames } from './setting-fields.ts';
import { readDatabaseSettings, readSettings } from './settings.ts';

test('a fresh clone needs no settings at all', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    database: { dataDir: './data', trust: { privateHosts: [] } },
    siteUrl: undefined,
    allowedOrigins: [],
    anonKey: 'sb_publishable_bukoor_local',
    backendUrl: undefined,
    trustedProxies: 0,
    logLevel: 'info',
    metricsPort: undefined,
    mail: undefined,
    hooks: undefined,
  });
});

test('every wrong setting is named in one message', () => {
  const wrong = {
    PORT: '99999',
    HOST: 'not a host',
    DATABASE_URL: 'mysql://localhost/list',
    PRIVATE_HOSTS: 'two words',
    CA_FILE: 'package.json',
    SITE_URL: 'example.org',
    ALLOWED_ORIGINS: 'https://static.example/path',
    BACKEND_ANON_KEY: 'two words',
    VITE_BACKEND_URL: 'ftp://example.org',
    TRUST_PROXY: '11',
    LOG_LEVEL: 'loud',
    METRICS_PORT: 'nine',
    SMTP_URL: 'mail.example.org:25',
    MAIL_FROM: 'Bukoor <salam@example.org>',
    DKIM_SELECTOR: 'two words',
    DKIM_KEY_FILE: 'no-such-file.pem',
    HOOK_SES_TOPIC: 'bounces',
    HOOK_POSTMARK_PASSWORD: 'short',
    HOOK_RESEND_SECRET: 're_123456789',
    HOOK_SENDGRID_KEY: 'SG.no-public-key',
  };
  expect.assertions(Object.keys(wrong).length);
  try {
    readSettings(wrong);
  } catch (error) {
    for (const name of Object.keys(wrong)) expect(String(error)).toContain(`  ${name} must be`);
  }
});

const databaseUrl = 'mysql://owner:secret@localhost/list';

test.each([
  [{ METRICS_PORT: '3000' }, /METRICS_PORT must be another port than PORT/],
  [{ DATABASE_URL: databaseUrl }, /DATABASE_URL must be/],
  [{ SITE_URL: 'https://:secret@example.org' }, /SITE_URL must be a web address/],
  [{ DIGEST_TO: 'me@example.org' }, /SMTP_URL is required with DIGEST_TO/],
  [{ SMTP_URL: 'smtps://me:secret@mail.example' }, /MAIL_FROM is required.*SITE_URL is required/s],
  [{ DKIM_SELECTOR: 'mail' }, /DKIM_KEY_FILE is required/],
  [{ HOOK_RESEND_SECRET: `whsec_${'secret'.repeat(4)}` }, /MAIL_FROM is required/],
  [{ HOOK_POSTMARK_PASSWORD: 'a secret with spaces in it' }, /HOOK_POSTMARK_PASSWORD must be/],
])('%j is refused by name, without repeating a password', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence);
  expect(() => readSettings(env)).toThrow(/^(?!.*secret)/s);
});

test('an empty value counts as not set, and an address loses its last slash', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toEqual(readSettings({}));
  expect(readSettings({ SITE_URL: 'https://example.org/' }).siteUrl).toBe('https://example.org');
});

test('PRIVATE_HOSTS and CA_FILE hold for the mail server and for the database', () => {
  const folder = testFolder();
  const { authority } = makeCertificate(folder, ['DNS:relay']);
  const { mail, database } = readSettings({
    SMTP_URL: 'smtp://relay',
    MAIL_FROM: 'salam@a.example',
    SITE_URL: 'https://a.example',
    DATABASE_URL: 'postgresql://database/list?sslmode=disable',
    PRIVATE_HOSTS: 'Relay, database,',
    CA_FILE: `${folder}/authority.pem`,
  });
  expect(mail?.smtp.requireTLS).toBe(false);
  expect(mail?.smtp.tls?.ca).toContain(authority);
  expect(database.trust).toEqual({ privateHosts: ['relay', 'database'], certificates: authority });
});

test('each setting of a hook opens that hook alone', () => {
  const mail = {
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'salam@a.example',
    SITE_URL: 'https://a.example',
  };
  expect(readSettings(mail).mail?.sender.viaPostmark).toBe(false);
  const postmark = readSettings({ ...mail, HOOK_POSTMARK_PASSWORD: 'x'.repeat(20) });
  expect(postmark.mail?.sender.viaPostmark).toBe(true);
  expect(postmark.hooks).toEqual({ postmark: 'x'.repeat(20) });
  const secret = `whsec_${'a'.repeat(32)}`;
  const resend = readSettings({ MAIL_FROM: 'salam@a.example', HOOK_RESEND_SECRET: secret });
  expect(resend.hooks).toEqual({ resend: { secret, sender: 'salam@a.example' } });
  // Of the tests that Twilio publishes.
  const key =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==';
  expect(readSettings({ HOOK_SENDGRID_KEY: key }).hooks?.sendgrid?.asymmetricKeyType).toBe('ec');
});

test('the command line reads where the list is kept and nothing else', () => {
  const kept = {
    dataDir: './data',
    databaseUrl: 'postgresql://localhost/list',
    trust: { privateHosts: [] },
  };
  expect(readDatabaseSettings({ PORT: 'wrong', DATABASE_URL: kept.databaseUrl })).toEqual(kept);
  expect(() => readDatabaseSettings({ DATABASE_URL: databaseUrl })).toThrow(/^(?!.*secret)/s);
});

test.each([
  ['.env.example lists', '../.env.example', /^#?\s?([A-Z_]+)=/gm],
  ['the operations guide explains', '../docs/operations.md', /^\| `([A-Z_]+)` \|/gm],
])('%s every setting', (_, file, line) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect([...text.matchAll(line)].map((match) => match[1]).toSorted()).toEqual(settingNames.toSorted());
});
