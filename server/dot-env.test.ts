import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../tests/support/databases.ts';
import { loadDotEnv } from './dot-env.ts';

const lines = [
  'DATABASE_URL=postgresql://localhost/list',
  'PORT="3400"',
  'SITE_URL = https://a.example # ours',
];
const text = lines.join('\n');

function envOf(bytes: string | Buffer, env: NodeJS.Dict<string> = {}) {
  const file = join(testFolder(), '.env');
  writeFileSync(file, bytes);
  loadDotEnv(env, file);
  return env;
}

const settings = {
  DATABASE_URL: 'postgresql://localhost/list',
  PORT: '3400',
  SITE_URL: 'https://a.example',
};

test.for([
  ['plain', text],
  ['with a byte order mark', `\uFEFF${text}`],
  ['from PowerShell, in UTF-16', Buffer.from(`\uFEFF${text}\r\n`, 'utf16le')],
  ['with the line ends of Windows', text.replaceAll('\n', '\r\n')],
] as const)('a .env %s loses no setting', ([, bytes]) => {
  expect(envOf(bytes)).toEqual(settings);
});

test('the environment wins over .env', () => {
  expect(envOf(text, { PORT: '80', SITE_URL: '' })).toEqual({ ...settings, PORT: '80', SITE_URL: '' });
});

test('a .env that is no text is refused, and a missing one is fine', () => {
  expect(() => envOf(Buffer.from('PORT=3400', 'utf16le'))).toThrow(/\.env is no text/);
  expect(() => loadDotEnv({}, join(testFolder(), '.env'))).not.toThrow();
});
