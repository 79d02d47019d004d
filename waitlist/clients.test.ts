import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { seedOfTest } from '../tests/support/random.ts';
import { createClientKeys, networksOf } from './clients.ts';

const { test } = await openBothDatabases();

const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
const sparse = fc.oneof(group, fc.constant('0'));
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.array(sparse, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  fc.ipV4().map((four) => `64:ff9b::${four}`),
  fc.ipV4().map((four) => `::ffff:${four}`),
);

test('SQL makes the same hashes of every address as the server, and what is no address has none', async (database) => {
  const keysOf = createClientKeys(database);
  expect(await keysOf('')).toEqual({ client: null, network: null });
  await fc.assert(
    fc.asyncProperty(address, async (text) => {
      const rows = await database.query('select client, network from waitlist.hash_client($1::text::inet)', [
        text,
      ]);
      expect(rows).toEqual([await keysOf(text)]);
    }),
    { numRuns: 300, seed: seedOfTest() },
  );
});

test('tomorrow the same client has another hash, and the key of today is deleted', async (database) => {
  let now = new Date('2027-01-01T23:59:59Z');
  const keysOf = createClientKeys(database, () => now);
  const today = await keysOf('192.0.2.1');
  now = new Date('2027-01-02T00:00:00Z');
  expect((await keysOf('192.0.2.1')).client).not.toBe(today.client);
  const left = "select from waitlist.client_keys where day = '2027-01-01'";
  expect(await database.query(left)).toEqual([]);
});

test('concurrent clients query the key once, and again after it could not be read', async (database) => {
  let asked = 0;
  let away = true;
  const watched: Database = {
    ...database,
    query(sql, parameters) {
      asked += 1;
      return away ? Promise.reject(new DatabaseUnavailable('away')) : database.query(sql, parameters);
    },
  };
  const keysOf = createClientKeys(watched);
  const together = () => Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.1'].map(keysOf));
  await expect(together()).rejects.toThrow('away');
  expect(asked).toBe(1);
  away = false;
  expect(await together()).toHaveLength(3);
  expect(asked).toBe(2);
});

it.for([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0'],
  // IPv4 inside IPv6, and behind NAT64, is the same client as without.
  ['::FFFF:203.0.113.77', '203.0.113.77', '203.0.113.0'],
  ['64:ff9b::203.0.113.77', '203.0.113.77', '203.0.113.0'],
  ['64:ff9b::cb00:714d', '203.0.113.77', '203.0.113.0'],
  ['64:ff9b:1::203.0.113.77', '64:ff9b:1::', '64:ff9b:1::'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::', '2001:db8:1::'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::', '2001:db8:1::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::', '2001:db8:1::'],
  // A zone belongs to the machine, not to the address.
  ['fe80::1%eth0', 'fe80::', 'fe80::'],
] as const)('%s is of the client %s and its network %s', ([address, client, network]) => {
  expect(networksOf(address)).toEqual({ client, network });
});

const none = ['', 'unknown', '203.0.113', '203.0.113.256', '2001:db8::1::2', '[::1]', 'a@b', '1.2.3.4:80'];
it.for(none)('“%s” is no address and has no networks', (text) => {
  expect(networksOf(text)).toBeUndefined();
});
