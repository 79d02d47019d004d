import { expect, test } from 'vitest';
import { networksOf } from './client-networks.ts';

test('an IPv4 address is one client, its /24 the network, its /16 the region', () => {
  expect(networksOf('203.0.113.77')).toEqual({
    client: '203.0.113.77',
    network: '203.0.113.0',
    region: '203.0.0.0',
  });
});

test('an IPv4 address inside IPv6 is the same client as without', () => {
  expect(networksOf('::ffff:203.0.113.77')).toEqual(networksOf('203.0.113.77'));
  expect(networksOf('::FFFF:203.0.113.77')).toEqual(networksOf('203.0.113.77'));
});

test('the addresses of one IPv6 /64 are one client, those of one /48 one network, those of one /32 one region', () => {
  const one = networksOf('2001:db8:1:2:aaaa::1');
  expect(one).toEqual({ client: '2001:db8:1:2::', network: '2001:db8:1::', region: '2001:db8::' });
  expect(networksOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff')).toEqual(one);
  expect(networksOf('2001:db8:1:3::1')).toEqual({
    client: '2001:db8:1:3::',
    network: '2001:db8:1::',
    region: '2001:db8::',
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
