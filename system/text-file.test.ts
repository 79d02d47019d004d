import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../tests/support/databases.ts';
import { readTextFile } from './text-file.ts';

function fileOf(bytes: string | Buffer): string {
  const file = join(testFolder(), 'text');
  writeFileSync(file, bytes);
  return file;
}

const written = 'Ren\u00e9e\nsecond\n';
const bigEndian = Buffer.from(`\uFEFF${written}`, 'utf16le').swap16();

test.for([
  ['UTF-8', written],
  ['UTF-8 with a byte order mark', `\uFEFF${written}`],
  ['UTF-16 of PowerShell', Buffer.from(`\uFEFF${written}`, 'utf16le')],
  ['UTF-16 in the other order', bigEndian],
  ['the line ends of Windows', written.replaceAll('\n', '\r\n')],
  ['the line ends of old spreadsheets on a Mac', written.replaceAll('\n', '\r')],
] as const)('%s is read as the same text', ([, bytes]) => {
  expect(readTextFile(fileOf(bytes))).toBe(written);
});

test.for([
  ['Latin-1', Buffer.from('one\r\ntwo \xE9\r\n', 'latin1'), /is not UTF-8 \(line 2\)/],
  ['UTF-16 without a byte order mark', Buffer.from('one', 'utf16le'), /is no text/],
  ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x41]), /is no text/],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), /is not UTF-8 \(line 1\)/],
] as const)('%s is refused by the name of its file', ([, bytes, reason]) => {
  const file = fileOf(bytes);
  expect(() => readTextFile(file)).toThrow(reason);
  expect(() => readTextFile(file)).toThrow(file);
});

test('a missing file, a folder and a closed file are refused with what to do', () => {
  const folder = testFolder();
  expect(() => readTextFile(join(folder, 'absent'))).toThrow(
    /^There is no file .*absent\. Check its name\.$/,
  );
  expect(() => readTextFile(folder)).toThrow(/is a folder\. Name a file in it\.$/);
});

test.skipIf(process.getuid?.() === 0)(
  'a file that this account may not read is refused with what to do',
  () => {
    const file = fileOf(written);
    chmodSync(file, 0);
    expect(() => readTextFile(file)).toThrow(/This account may not read .*Change the rights/);
  },
);
