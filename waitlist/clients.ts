import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { Database } from '../database/database.ts';

/** What the limits count: hashes of a client and its network; null when the address is unknown. */
export interface ClientKeys {
  client: string | null;
  network: string | null;
}

interface DayKey {
  secret: Buffer;
  expiresAt: number;
  /** By address: clients come back, and three HMACs per join cost more than a look-up. */
  hashes: Map<string, ClientKeys>;
}

/** An attacker may have any number of addresses. */
const maxCachedHashes = 10_000;

/**
 * Hashes client addresses, so that none reaches the database in clear, under a key that the database keeps for a day, so that
 * all processes agree on it. `waitlist.hash_client` makes the same hashes for a join through PostgREST.
 * The returned function throws DatabaseUnavailable when the key cannot be read.
 */
export function createClientKeys(
  database: Database,
  clock?: () => Date,
): (address: string) => Promise<ClientKeys> {
  let current: Promise<DayKey> | undefined;

  async function dayKey(): Promise<DayKey> {
    const asked = current;
    const key = await asked?.catch(() => undefined);
    if (key && (clock?.().getTime() ?? Date.now()) < key.expiresAt) return key;
    // Callers that find the key expired share one query, so that they continue in the order in which they came.
    if (!current || current === asked) current = fetchDayKey(database, clock?.());
    return current;
  }

  return async (address) => {
    const { secret, hashes } = await dayKey();
    const keys = hashes.get(address) ?? hashesOf(address, secret);
    if (hashes.size >= maxCachedHashes) hashes.clear();
    hashes.set(address, keys);
    return keys;
  };
}

async function fetchDayKey(database: Database, moment: Date | undefined): Promise<DayKey> {
  const asked = moment?.getTime() ?? Date.now();
  const [row] = await database.query<{ secret: string; good_for_ms: number }>(
    `select encode(secret, 'hex') as secret, good_for_ms from waitlist.client_key($1)`,
    [moment?.toISOString() ?? null],
  );
  if (!row) throw new Error('waitlist.client_key gave no row.');
  return { secret: Buffer.from(row.secret, 'hex'), expiresAt: asked + row.good_for_ms, hashes: new Map() };
}

function hashesOf(address: string, secret: Buffer): ClientKeys {
  const networks = networksOf(address);
  if (!networks) return { client: null, network: null };
  // 120 bits, enough to keep a day's clients apart.
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64').slice(0, 20);
  // The suffix keeps a network apart from the client with the same first address.
  return { client: hash(networks.client), network: hash(`${networks.network}/`) };
}

/**
 * What the limits count as one client (the IPv4 address itself, or the IPv6 /64, which is assigned to a household or a phone as a
 * whole) and its network (/24 or /48), each as its first address; undefined when the text is not an address. IPv4 inside IPv6
 * (mapped, or by NAT64) counts as IPv4.
 */
export function networksOf(address: string): { client: string; network: string } | undefined {
  const ipv4 = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(ipv4)) return networksOfIPv4(ipv4);
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(':') === nat64) return networksOfIPv4(embeddedIPv4(groups));
  return { client: prefix(groups, 4), network: prefix(groups, 3) };
}

/** Behind NAT64 all of IPv4 lies in one /96 (RFC 6052, 2.1), and the last two groups are the client's own address. */
const nat64 = '64:ff9b:0:0:0:0';

const embeddedIPv4 = (groups: string[]) =>
  groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .map((pair) => `${pair >> 8}.${pair & 255}`)
    .join('.');

function networksOfIPv4(address: string) {
  const [first, second, third] = address.split('.');
  return { client: address, network: `${first}.${second}.${third}.0` };
}

/** The URL parser knows every spelling of an address, IPv4 endings included. */
const normalised = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

function groupsOf(address: string): string[] {
  const [head = '', tail] = normalised(address).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

const prefix = (groups: string[], kept: number) => normalised(`${groups.slice(0, kept).join(':')}::`);
