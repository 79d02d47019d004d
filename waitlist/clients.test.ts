import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { seedOfTest } from '../tests/support/random.ts';
import { createClientKeys, networksOf } from './clients.ts';

const { databases } = await openBothDatabases();

const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
const sparse = fc.oneof(group, fc.constant('0'));
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.array(sparse, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  fc.ipV4().map((four) => `64:ff9b::${four}`),
);

test.for(databases)(
  '$kind: SQL makes the same hashes of every address as the server',
  async ({ database }) => {
    const keysOf = createClientKeys(database);
    await fc.assert(
      fc.asyncProperty(address, async (text) => {
        const rows = await database.query(
          'select client, network from waitlist.hash_client($1::text::inet)',
          [text],
        );
        expect(rows).toEqual([await keysOf(text)]);
      }),
      { numRuns: 300, seed: seedOfTest() },
    );
  },
);

test.for(databases)('$kind: two processes agree on the hashes of the day', async ({ database }) => {
  const [one, two] = [createClientKeys(database), createClientKeys(database)];
  expect(await one('192.0.2.1')).toEqual(await two('192.0.2.1'));
  expect(await one('192.0.2.1')).not.toEqual(await one('192.0.2.2'));
});

test.for(databases)('$kind: tomorrow the same client has another hash', async ({ database }) => {
  let now = new Date('2027-01-01T23:59:59Z');
  const keysOf = createClientKeys(database, () => now);
  const today = await keysOf('192.0.2.1');
  now = new Date('2027-01-02T00:00:00Z');
  expect((await keysOf('192.0.2.1')).client).not.toBe(today.client);
});

test.for(databases)(
  '$kind: concurrent clients query the key once, and again after it could not be read',
  async ({ database }) => {
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
    const together = () => Promise.allSettled(['192.0.2.1', '192.0.2.2', '192.0.2.1'].map(keysOf));
    expect((await together()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(asked).toBe(1);
    away = false;
    expect((await together()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(asked).toBe(2);
  },
);

test.for(databases)('$kind: an unknown client has no hash', async ({ database }) => {
  expect(await createClientKeys(database)('')).toEqual({ client: null, network: null });
});

test('an IPv4 address is one client, its /24 the network', () => {
  expect(networksOf('203.0.113.77')).toEqual({
    client: '203.0.113.77',
    network: '203.0.113.0',
  });
});

test('an IPv4 address inside IPv6 is the same client as without', () => {
  expect(networksOf('::ffff:203.0.113.77')).toEqual(networksOf('203.0.113.77'));
  expect(networksOf('::FFFF:203.0.113.77')).toEqual(networksOf('203.0.113.77'));
});

test('the addresses of one IPv6 /64 are one client, those of one /48 one network', () => {
  const one = networksOf('2001:db8:1:2:aaaa::1');
  expect(one).toEqual({ client: '2001:db8:1:2::', network: '2001:db8:1::' });
  expect(networksOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff')).toEqual(one);
  expect(networksOf('2001:db8:1:3::1')).toEqual({
    client: '2001:db8:1:3::',
    network: '2001:db8:1::',
  });
});

test('a client behind NAT64 is its own IPv4 address, not one with all of IPv4', () => {
  expect(networksOf('64:ff9b::203.0.113.77')).toEqual(networksOf('203.0.113.77'));
  expect(networksOf('64:ff9b::cb00:714d')).toEqual(networksOf('203.0.113.77'));
  expect(networksOf('64:ff9b:1::203.0.113.77')).not.toEqual(networksOf('203.0.113.77'));
});

test('a zone belongs to the machine, not to the address', () => {
  expect(networksOf('fe80::1%eth0')).toEqual(networksOf('fe80::2'));
});

test('what is no address has no networks', () => {
  for (const text of [
    '',
    'unknown',
    '203.0.113',
    '203.0.113.256',
    '2001:db8::1::2',
    '[::1]',
    'a@b',
    '1.2.3.4:80',
  ]) {
    expect(networksOf(text), text).toBeUndefined();
  }
});
