import { expect, test } from 'vitest';
import { csvCell, exportFormat, unguarded } from './export.ts';

const listed = {
  email: '=1+1@sheet.example',
  source: 'Twitter/X',
  joined_at: '2026-03-01T10:00:00.000Z',
  consent_wording: 'w1',
  confirmed_at: null,
};

test('no cell starts a formula in a spreadsheet', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    expect(csvCell(`${start}cmd`, false)).toBe(`"'${start}cmd"`);
    expect(csvCell(`${start}cmd`, true)).toBe(`"${start}cmd"`);
    expect(unguarded(`'${start}cmd`)).toBe(`${start}cmd`);
  }
  expect(csvCell('a=b', false)).toBe('"a=b"');
  expect(unguarded("'o'brien")).toBe("'o'brien");
});

test('an address that begins with a quote and a sign comes back as it was', () => {
  for (const address of ["'=x@quote.example", "''+x@quote.example"]) {
    expect(unguarded(csvCell(address, false).slice(1, -1))).toBe(address);
  }
});

test('a quote in a cell stays in its cell', () => {
  expect(csvCell('a"b,c\r\nd', false)).toBe('"a""b,c\r\nd"');
});

test('the columns begin with email, source, joined_at', () => {
  const csv = exportFormat('csv');
  expect(csv.head).toBe('"email","source","joined_at","consent_wording","confirmed_at"\r\n');
  expect(csv.entry(listed)).toBe('"\'=1+1@sheet.example","Twitter/X","2026-03-01T10:00:00.000Z","w1",""\r\n');
  expect(Object.keys(JSON.parse(exportFormat('ndjson').entry(listed)))).toEqual([
    'email',
    'source',
    'joined_at',
    'consent_wording',
    'confirmed_at',
  ]);
});

test('several entries make one JSON array, and no entries make an empty one', () => {
  const { head, entry, between, tail } = exportFormat('json');
  expect(JSON.parse(head + [listed, listed].map(entry).join(between) + tail)).toEqual([listed, listed]);
  expect(JSON.parse(head + tail)).toEqual([]);
});

test('a format writes only the requested columns', () => {
  expect(exportFormat('csv', { columns: ['source'] }).entry(listed)).toBe('"Twitter/X"\r\n');
  expect(exportFormat('ndjson', { columns: ['source'] }).entry(listed)).toBe('{"source":"Twitter/X"}\n');
});
