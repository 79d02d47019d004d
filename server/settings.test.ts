import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDatabaseSettings, readSettings, settingNames } from './settings.ts';

test('a fresh clone needs no settings at all', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    database: { dataDir: './data' },
    siteUrl: undefined,
    allowedOrigins: [],
    anonKey: 'sb_publishable_bukoor_local',
    backendUrl: undefined,
    trustedProxies: 0,
    logLevel: 'info',
    metricsPort: undefined,
    mail: undefined,
  });
});

test('every wrong setting is named in one message', () => {
  const wrong = {
    PORT: '99999',
    HOST: 'not a host',
    DATABASE_URL: 'mysql://localhost/list',
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
  };
  expect.assertions(Object.keys(wrong).length);
  try {
    readSettings(wrong);
  } catch (error) {
    for (const name of Object.keys(wrong)) expect(String(error)).toContain(`  ${name} must be`);
  }
});

test('one port cannot be that of the site and that of its metrics', () => {
  expect(() => readSettings({ METRICS_PORT: '3000' })).toThrow(/METRICS_PORT must be another port than PORT/);
  expect(readSettings({ PORT: '0', METRICS_PORT: '0', TRUST_PROXY: '10' })).toMatchObject({
    metricsPort: 0,
    trustedProxies: 10,
  });
});

test('a wrong database address is refused without repeating its password', () => {
  const secret = 'mysql://owner:hidden-word@localhost/list';
  expect(() => readDatabaseSettings({ DATABASE_URL: secret })).toThrow(/^(?!.*hidden-word)/s);
});

test('what sending needs beside its server is asked for by name', () => {
  expect(() => readSettings({ SMTP_URL: 'smtps://me:secret@mail.example' })).toThrow(
    /^(?!.*secret).*MAIL_FROM must be set.*SITE_URL must be set/s,
  );
  expect(() => readSettings({ DKIM_SELECTOR: 'mail' })).toThrow(/DKIM_KEY_FILE must be set/);
});

test('a mail server, a sender and a site are enough to send', () => {
  const { mail } = readSettings({
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'salam@example.org',
    SITE_URL: 'https://example.org/',
  });
  expect(mail).toEqual({
    smtp: { host: 'mail.example', port: 465, secure: true, requireTLS: false },
    sender: { from: 'salam@example.org', siteUrl: 'https://example.org', dkim: undefined },
  });
});

test('an empty value counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toEqual(readSettings({}));
});

test('the command line reads where the list is kept and nothing else', () => {
  expect(readDatabaseSettings({ PORT: 'wrong', DATABASE_URL: 'postgresql://localhost/list' })).toEqual({
    dataDir: './data',
    databaseUrl: 'postgresql://localhost/list',
  });
});

test.each([
  ['.env.example lists', '../.env.example', /^#?\s?([A-Z_]+)=/gm],
  ['the operations guide explains', '../docs/operations.md', /^\| `([A-Z_]+)` \|/gm],
])('%s every setting', (_, file, line) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect([...text.matchAll(line)].map((match) => match[1]).toSorted()).toEqual(settingNames.toSorted());
});
