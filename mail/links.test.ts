import { expect, it } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { joinAll } from '../tests/support/emails.ts';
import {
  isOurToken,
  linkPages,
  linkPurposes,
  newToken,
  openLinks,
  readLinkKeys,
  withLinksOf,
} from './links.ts';

const { test } = await openBothLists();

const keys = { own: 'a'.repeat(64), others: [] };
const foreignKeys = { own: 'b'.repeat(64), others: [] };

it('knows a token of its own key, and no other', () => {
  const token = newToken(keys);
  const other = token.startsWith('0') ? `1${token.slice(1)}` : `0${token.slice(1)}`;
  expect(isOurToken(token, keys)).toBe(true);
  expect(isOurToken(token, foreignKeys)).toBe(false);
  for (const foreign of [other, `${token}0`, token.slice(1), 'A'.repeat(48), ''])
    expect(isOurToken(foreign, keys), foreign).toBe(false);
});

it('knows the tokens of a list that was restored into this one', () => {
  const token = newToken(foreignKeys);
  expect(isOurToken(token, { ...keys, others: [foreignKeys.own] })).toBe(true);
});

it('makes tokens that a mail program takes whole: letters and digits only', () => {
  const tokens = Array.from({ length: 1000 }, () => newToken(keys));
  for (const token of tokens) expect(token).toMatch(/^[\da-z]+$/);
  expect(new Set(tokens).size).toBe(1000);
});

/** A list that answers some questions, and then is away. */
function listThatAnswers(times: number) {
  let queries = 0;
  const query = async () => {
    queries += 1;
    if (queries > times) throw new DatabaseUnavailable('away');
    return [keys];
  };
  const database = { kind: 'postgres', query, close: async () => {} } as unknown as Database;
  return { database, countQueries: () => queries };
}

it('checks tokens without the database once the key has been read', async () => {
  const { database, countQueries } = listThatAnswers(1);
  const links = openLinks(database);
  expect(await links.isOurs(newToken(await readLinkKeys(database)))).toBe(true);
  expect(await links.isOurs('f'.repeat(48))).toBe(false);
  expect(countQueries()).toBe(1);
});

it('reads the key again if the database was away the first time', async () => {
  const { database, countQueries } = listThatAnswers(0);
  for (const times of [1, 2]) {
    await expect(readLinkKeys(database)).rejects.toThrow(DatabaseUnavailable);
    expect(countQueries()).toBe(times);
  }
});

test('a link ends our emails exactly where its page says so', async (database) => {
  const { follow } = openLinks(database);
  for (const purpose of linkPurposes) {
    const email = `${purpose}@purpose.example`;
    await joinAll(database, [email]);
    await withLinksOf(database, email, [purpose], (tokens) =>
      follow({ token: tokens[purpose], purpose, via: 'link' }),
    );
    const onList = await database.query(
      "select from waitlist.entries where email = $1 and state = 'joined'",
      [email],
    );
    expect(onList, purpose).toHaveLength(linkPages[purpose].endsEmails ? 0 : 1);
  }
});
