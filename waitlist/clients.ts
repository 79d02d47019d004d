import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Database } from '../database/database.ts';

/** What the limits count: hashes of a client and its network; null when the address is unknown. */
export interface ClientHashes {
  clientHash: string | null;
  networkHash: string | null;
}

/** An attacker may have any number of addresses. */
const maxCachedHashes = 10_000;

/**
 * Hashes client addresses, so that none reaches the database in clear, under a key that the database keeps for a day, so that
 * all processes agree on it. `waitlist.hash_client` makes the same hashes for a join through PostgREST.
 * The returned function throws DatabaseUnavailable when the key cannot be read.
 */
export function createClientHasher(database: Database, clock?: () => Date) {
  let current: ReturnType<typeof fetchDayKey> | undefined;

  async function dayKey() {
    const before = current;
    const key = await before?.catch(() => undefined);
    if (key && (clock?.().getTime() ?? Date.now()) < key.expiresAt) return key;
    // Callers that find the key expired share one query, so that they continue in the order in which they came.
    if (!current || current === before) current = fetchDayKey(database, clock?.());
    return current;
  }

  return async (address: string): Promise<ClientHashes> => {
    const { secret, hashes } = await dayKey();
    const clientHashes = hashes.get(address) ?? hashAddress(address, secret);
    if (hashes.size >= maxCachedHashes) hashes.clear();
    hashes.set(address, clientHashes);
    return clientHashes;
  };
}

async function fetchDayKey(database: Database, moment: Date | undefined) {
  const askedAt = moment?.getTime() ?? Date.now();
  const [row] = await database.query<{ secret: string; good_for_ms: number }>(
    `select encode(secret, 'hex') as secret, good_for_ms from waitlist.client_key($1)`,
    [moment?.toISOString() ?? null],
  );
  if (!row) throw new Error('waitlist.client_key gave no row.');
  return {
    secret: Buffer.from(row.secret, 'hex'),
    expiresAt: askedAt + row.good_for_ms,
    /** By address: clients come back, and three HMACs per join cost more than a look-up. */
    hashes: new Map<string, ClientHashes>(),
  };
}

function hashAddress(address: string, secret: Buffer): ClientHashes {
  const networks = networksOf(address);
  if (!networks) return { clientHash: null, networkHash: null };
  // 120 bits, enough to keep a day's clients apart.
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64').slice(0, 20);
  // The suffix keeps a network apart from the client with the same first address.
  return { clientHash: hash(networks.client), networkHash: hash(`${networks.network}/`) };
}

/** Behind NAT64 all of IPv4 lies in one /96 (RFC 6052, 2.1), and the last four bytes are the client's own address. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * What the limits count as one client (the IPv4 address itself, or the IPv6 /64, which is assigned to a household or a phone as a
 * whole) and its network (/24 or /48), each as its first address; undefined when the text is not an address. IPv4 inside IPv6
 * (mapped, or by NAT64) counts as IPv4.
 */
export function networksOf(address: string): { client: string; network: string } | undefined {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 0) return undefined;
  // In URLs an IPv4 ending is written in hex: ipaddr.js would take ::203.0.113.77 for mapped.
  const given = ipaddr.process(isIPv6(bare) ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare);
  const isTranslated = given.kind() === 'ipv6' && given.match(nat64);
  const own = isTranslated ? ipaddr.fromByteArray(given.toByteArray().slice(12)) : given;
  const bytes = own.toByteArray();
  const firstOf = (size: number) =>
    ipaddr.fromByteArray(bytes.map((byte, index) => (index < size ? byte : 0))).toString();
  const [client, network] = own.kind() === 'ipv4' ? [4, 3] : [8, 6];
  return { client: firstOf(client), network: firstOf(network) };
}
