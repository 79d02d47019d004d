import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { networksOf } from './client-networks.ts';

/** What the limits count: hashes of a client, its network and its region; null when the address is unknown. */
export interface ClientKeys {
  client: string | null;
  network: string | null;
  region: string | null;
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
 * Hashes client addresses, so that none reaches the database in clear. The HMAC key lives for a day, and in the database, so
 * that all processes agree on it; without it yesterday's hashes mean nothing. `waitlist.hash_client` in SQL makes the same
 * hashes for a join that comes through PostgREST.
 * The returned function throws DatabaseUnavailable when the key cannot be read.
 */
export function createClientKeys(
  database: Database,
  clock?: () => Date,
): (address: string) => Promise<ClientKeys> {
  const now = () => clock?.() ?? new Date();
  let current: Promise<DayKey> | undefined;

  async function dayKey(): Promise<DayKey> {
    const asked = current;
    const key = await asked?.catch(() => undefined);
    if (key && now().getTime() < key.expiresAt) return key;
    // Callers that find the key expired share one query, so that they continue in the order in which they came.
    if (!current || current === asked) current = fetchDayKey(database, now(), clock !== undefined);
    return current;
  }

  return async (address) => {
    const { secret, hashes } = await dayKey();
    const known = hashes.get(address);
    if (known) return known;
    const keys = hashesOf(address, secret);
    if (hashes.size >= maxCachedHashes) hashes.clear();
    hashes.set(address, keys);
    return keys;
  };
}

async function fetchDayKey(database: Database, now: Date, isTestClock: boolean): Promise<DayKey> {
  const [row] = await database.query<{ secret: string; good_for_ms: number }>(
    `select encode(secret, 'hex') as secret, good_for_ms from waitlist.client_key($1)`,
    [isTestClock ? now.toISOString() : null],
  );
  if (!row) throw new Error('waitlist.client_key gave no row.');
  return {
    secret: Buffer.from(row.secret, 'hex'),
    expiresAt: now.getTime() + row.good_for_ms,
    hashes: new Map(),
  };
}

function hashesOf(address: string, secret: Buffer): ClientKeys {
  const networks = networksOf(address);
  if (!networks) return { client: null, network: null, region: null };
  // The suffixes distinguish a client, a network and a region with the same first address.
  return {
    client: hash(secret, networks.client),
    network: hash(secret, `${networks.network}/`),
    region: hash(secret, `${networks.region}//`),
  };
}

/** 120 bits, enough to keep a day's clients apart. */
function hash(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64').slice(0, 20);
}
