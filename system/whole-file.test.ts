import crypto from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { testFolder } from '../tests/support/databases.ts';
import { writeWhole } from './whole-file.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const newPath = () => join(testFolder(), 'list.csv');
const namesBeside = (file: string) => fs.readdirSync(dirname(file));
const nameBesides = (file: string) => namesBeside(file).filter((name) => name !== basename(file));

const writing = (text: string) => async (unfinished: string) => fs.appendFileSync(unfinished, text);

test('a file gets its name when it is whole, and is private', async () => {
  const file = newPath();
  fs.writeFileSync(file, 'old', { mode: 0o644 });
  const write = async (unfinished: string) => {
    fs.appendFileSync(unfinished, 'one\n');
    expect(fs.readFileSync(file, 'utf8')).toBe('old');
    expect(nameBesides(file)).toEqual([expect.stringMatching(/^list\.csv\.[\da-f]{8}\.unfinished$/)]);
    fs.appendFileSync(unfinished, 'two\n');
    return 'done';
  };
  expect(await writeWhole(file, write, { replaces: true })).toBe('done');
  expect(fs.readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(nameBesides(file)).toEqual([]);
});

test('a symlink in its place is not followed', async () => {
  const file = newPath();
  const other = `${file}.other`;
  fs.writeFileSync(other, 'kept');
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('01234567-0000-4000-8000-000000000000');
  syncBuiltinESMExports();
  fs.symlinkSync(other, `${file}.01234567.unfinished`);
  await expect(writeWhole(file, writing('new'))).rejects.toThrow(`${file} cannot be written: EEXIST`);
  expect(fs.readFileSync(other, 'utf8')).toBe('kept');
});

test('what fails while it is written leaves no file', async () => {
  const file = newPath();
  const fail = () => Promise.reject(new Error('the list is gone'));
  await expect(writeWhole(file, fail)).rejects.toThrow('the list is gone');
  expect(namesBeside(file)).toEqual([]);
});

test('a file that is there already stays, and nothing is written', async () => {
  const file = newPath();
  fs.writeFileSync(file, 'old');
  const write = vi.fn(writing('new'));
  await expect(writeWhole(file, write)).rejects.toThrow(`${file} is there already and was not touched`);
  expect(write).not.toHaveBeenCalled();
  expect(fs.readFileSync(file, 'utf8')).toBe('old');
});

test('a name that is taken at the last moment is left to the other', async () => {
  const file = newPath();
  const write = async () => fs.writeFileSync(file, 'another’s');
  await expect(writeWhole(file, write)).rejects.toThrow('is there already');
  expect(fs.readFileSync(file, 'utf8')).toBe('another’s');
  expect(nameBesides(file)).toEqual([]);
});

test('a disk without links gets the file by another name', async () => {
  const file = newPath();
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw new Error('EPERM');
  });
  syncBuiltinESMExports();
  await writeWhole(file, writing('new'));
  expect(fs.readFileSync(file, 'utf8')).toBe('new');
  expect(nameBesides(file)).toEqual([]);
});

test.each([true, false])(
  'the bytes are on the disk before the name, then the folder (replaces: %s)',
  async (replaces) => {
    const file = newPath();
    const opened = vi.spyOn(fs, 'openSync');
    const synced = vi.spyOn(fs, 'fsyncSync');
    const named = vi.spyOn(fs, replaces ? 'renameSync' : 'linkSync');
    syncBuiltinESMExports();
    await writeWhole(file, writing('new'), { replaces });
    const [bytes = 0, folder = 0] = synced.mock.invocationCallOrder;
    const [name = 0] = named.mock.invocationCallOrder;
    expect(bytes).toBeGreaterThan(0);
    expect(name).toBeGreaterThan(bytes);
    expect(folder).toBeGreaterThan(name);
    expect(opened).toHaveBeenLastCalledWith(dirname(file), 'r');
  },
);

test('a folder that is not there is named in the sentence', async () => {
  const file = join(testFolder(), 'nowhere', 'list.csv');
  await expect(writeWhole(file, writing('new'))).rejects.toThrow(`${file} cannot be written: ENOENT`);
});
