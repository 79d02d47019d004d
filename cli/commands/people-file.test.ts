import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { UsageError } from '../terminal.ts';
import { readPeople } from './people-file.ts';

function write(text: string | Buffer): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, 'people');
  writeFileSync(file, text);
  return file;
}

const linesOf = (text: string) => [...readPeople(write(text)).lines()];
const faultsOf = (text: string) => linesOf(text).flatMap((read) => ('fault' in read ? [read.line] : []));

test('a line break in quotes, a doubled quote, a comma and a byte order mark are read as RFC 4180 has them', () => {
  expect(
    linesOf('\uFEFFname,email,source\r\n"A ""B"",\nC",one@csv.example,Friend\r\n,two@csv.example,\r\n'),
  ).toEqual([
    { line: 3, email: 'one@csv.example', source: 'Friend' },
    { line: 4, email: 'two@csv.example', source: undefined },
  ]);
});

test('an unclosed quote breaks its own line and no other, wherever the next quote is', () => {
  const people = Array.from({ length: 1000 }, (_, index) => `person${index}@quote.example`);
  const file = (line: string, cell = (person: string) => person) =>
    ['email,source', ...people.map((person, index) => (index === 5 ? line : cell(person)))].join('\n');
  expect(faultsOf(file('"person5@quote.example'))).toEqual([7]);
  expect(faultsOf(file('"person5@quote.example,Friend', (person) => `"${person}","Friend"`))).toEqual([7]);
  expect(faultsOf(file('person5@quote.example,"Friend', (person) => `"${person}",Friend`))).toEqual([7]);
  expect(linesOf(file('"person5@quote.example'))).toHaveLength(1000);
});

test('a quote in the middle of a cell breaks its own line', () => {
  const people = Array.from({ length: 300 }, (_, index) =>
    index % 3 === 1 ? 'a"b@order.example' : `person${index}@order.example`,
  );
  const lines = linesOf(['email', ...people].join('\n'));
  expect(lines.map(({ line }) => line)).toEqual(people.map((_, index) => index + 2));
  expect(lines.filter((read) => 'fault' in read)).toHaveLength(100);
});

test.for(['\u2028', '\u2029', '\u0085'])('%j in a field ends no line', (character) => {
  expect(linesOf(`{"email":"a${character}b@line.example"}\n{"email":"c@line.example"}\n`)).toEqual([
    { line: 1, email: `a${character}b@line.example`, source: undefined },
    { line: 2, email: 'c@line.example', source: undefined },
  ]);
  expect(linesOf(`name,email\nA${character}B,c@line.example\n`)).toEqual([
    { line: 2, email: 'c@line.example', source: undefined },
  ]);
});

test('columns that are not taken are named', () => {
  expect(readPeople(write('Name,Email,Phone\nA,a@b.example,1\n')).ignored).toEqual(['name', 'phone']);
});

test.for([
  ['semicolons', 'name;email\nA;a@b.example\n', /semicolons stand between its columns/],
  ['another name for the column', 'Name,E-Mail\nA,a@b.example\n', /Rename “E-Mail” to email/],
  ['no such column', 'name\nAmina\n', /has no column named email in its first line\.$/],
  ['UTF-16', Buffer.from('\uFEFFemail\na@b.example\n', 'utf16le'), /is written in UTF-16/],
  [
    'Latin-1',
    Buffer.from('email,name\na@b.example,x\nb@b.example,Ren\xE9\n', 'latin1'),
    /is not UTF-8 \(line 3\)/,
  ],
  ['one array of JSON', '[{"email":"a@b.example"}]', /one object on each line/],
] as const)('a file with %s is refused with a sentence that says so', ([, text, sentence]) => {
  expect(() => readPeople(write(text))).toThrow(sentence);
});

test.for(['', ' \n\n', 'email,source\n'])('a file with nobody in it is a wrong call: %j', (text) => {
  expect(() => readPeople(write(text))).toThrow(UsageError);
});
