import { expect, test } from 'vitest';
import { readCsv, unguarded, writeCsv } from './csv.ts';

const read = (text: string) => [...readCsv(text)];

test.for([
  ['a line break in quotes', 'email,name\n"a\nb",c\nd,e', [['a\nb', 'c'], 2, ['d', 'e'], 4]],
  ['a doubled quote and a comma in quotes', '"a ""b"",c",d', [['a "b",c', 'd'], 1]],
  ['spaces around cells and quotes', ' a , "b" \n', [['a', 'b'], 1]],
  ['semicolons', 'a;b,c;d\n', [['a', 'b,c', 'd'], 1]],
  ['tabs', 'a\tb\n', [['a', 'b'], 1]],
  ['the line of Excel that names the delimiter', 'sep=;\na,b;c\n', [['a,b', 'c'], 2]],
  ['an empty line', 'a,b\n\n,\n', [['a', 'b'], 1, ['', ''], 3]],
] as const)('%s is read as it is meant', ([, text, expected]) => {
  const found = read(text).flatMap(({ line, cells }) => [cells, line]);
  expect(found.slice(-expected.length)).toEqual(expected);
});

test('no cell starts a formula in a spreadsheet, and what was there is read again', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'=", "''+"]) {
    expect(writeCsv([[`${start}cmd`]], false)).toBe(`"'${start}cmd"\r\n`);
    expect(writeCsv([[`${start}cmd`]], true)).toBe(`"${start}cmd"\r\n`);
    expect(unguarded(`'${start}cmd`)).toBe(`${start}cmd`);
  }
  expect(writeCsv([['a="b",c\r\nd', '']], false)).toBe('"a=""b"",c\r\nd",""\r\n');
  expect(unguarded("'o'brien")).toBe("'o'brien");
});

test('a quote in the wrong place costs only the first line of its record', () => {
  const people = Array.from({ length: 1000 }, (_, index) => `person${index}@quote.example`);
  const badLines = (bad: string, cell = (person: string) => person) => {
    const lines = people.map((person, index) => (index === 5 ? bad : cell(person)));
    const records = read(['email,source', ...lines].join('\n'));
    expect(records).toHaveLength(1001);
    return records.filter(({ cells }) => cells === undefined).map(({ line }) => line);
  };
  const quoted = (person: string) => `"${person}","Friend"`;
  expect(badLines('"person5@quote.example')).toEqual([7]);
  expect(badLines('a"b@quote.example')).toEqual([7]);
  expect(badLines('"person5@quote.example,Friend', quoted)).toEqual([7]);
  expect(badLines('"person5" x,Friend', quoted)).toEqual([7]);
  const all = badLines('a"b@quote.example', () => 'a"b@quote.example');
  expect(all).toEqual(people.map((_, index) => index + 2));
});

test('a quote that is closed far away does not join the lines between', () => {
  const between = Array.from(
    { length: 3000 },
    (_, index) => `person${index}@far.example,a name that is long`,
  );
  const records = read(['email,name', '"open@far.example,x', ...between, 'last"@far.example,x'].join('\n'));
  expect(records.filter(({ cells }) => cells === undefined).map(({ line }) => line)).toEqual([2, 3003]);
});
