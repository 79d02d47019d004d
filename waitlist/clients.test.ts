import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { seedOfTest } from '../tests/support/random.ts';
import { createClientHasher, networksOf } from './clients.ts';

const { test } = await openBothLists();

const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
const sparse = fc.oneof(group, fc.constant('0'));
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.array(sparse, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  fc.ipV4().map((four) => `64:ff9b::${four}`),
  fc.ipV4().map((four) => `::ffff:${four}`),
);

test('SQL and the server make the same hashes of every address', async (database) => {
  const hashesOf = createClientHasher(database);
  expect(await hashesOf('')).toEqual({ clientHash: null, networkHash: null });
  const hash = expect.stringMatching(/^[\w+/]{20}$/);
  expect(await hashesOf('203.0.113.254')).toEqual({ clientHash: hash, networkHash: hash });
  await fc.assert(
    fc.asyncProperty(address, async (text) => {
      const rows = await database.query(
        'select client_hash as "clientHash", network_hash as "networkHash" from waitlist.hash_client($1::text::inet)',
        [text],
      );
      expect(rows).toEqual([await hashesOf(text)]);
    }),
    { numRuns: 300, seed: seedOfTest() },
  );
});

test('tomorrow the same client has another hash, and a sweep deletes the key of today', async (database) => {
  let now = new Date('2027-01-01T23:59:59Z');
  const hashesOf = createClientHasher(database, () => now);
  const today = await hashesOf('192.0.2.1');
  now = new Date('2027-01-02T00:00:00Z');
  expect((await hashesOf('192.0.2.1')).clientHash).not.toBe(today.clientHash);
  await database.query('select waitlist.sweep(1000, $1)', [now]);
  const left = "select from waitlist.client_keys where day = '2027-01-01'";
  expect(await database.query(left)).toEqual([]);
});

test('a key that could not be read is asked for again', async (database) => {
  let isAway = true;
  const query: Database['query'] = (...statement) =>
    isAway ? Promise.reject(new DatabaseUnavailable('away')) : database.query(...statement);
  const hashesOf = createClientHasher({ ...database, query });
  await expect(hashesOf('192.0.2.1')).rejects.toThrow('away');
  isAway = false;
  await hashesOf('192.0.2.1');
});

it.for([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0'],
  // IPv4 inside IPv6, and behind NAT64, is the same client as without.
  ['::FFFF:203.0.113.77', '203.0.113.77', '203.0.113.0'],
  ['64:ff9b::203.0.113.77', '203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::', '2001:db8:1::'],
  // A zone belongs to the machine, not to the address.
  ['fe80::1%eth0', 'fe80::', 'fe80::'],
] as const)('%s is of the client %s and its network %s', ([address, client, network]) => {
  expect(networksOf(address)).toEqual({ client, network });
});
