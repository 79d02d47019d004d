import { createHmac } from 'node:crypto';
import type { Database } from '../database/open-database.ts';
import { networksOf } from './networks-of.ts';

/** What the limits count: hashes of a client, of its network and of its region; null when the address is unknown. */
export interface ClientKeys {
  client: string | null;
  network: string | null;
  region: string | null;
}

interface DayKey {
  secret: Buffer;
  expiresAt: number;
  /** A client that tries again is usual, so its hashes are kept as long as the key. */
  hashes: Map<string, ClientKeys>;
}

/** An attacker's addresses have no end: the memory for them has. */
const mostHashes = 10_000;

/**
 * Makes the hashes that stand for a client address, so that no address reaches the database in clear.
 * The key lives for a day and in the database, so that all processes agree on it; with it go yesterday's hashes.
 * Takes the database and the clock; returns the function, which throws DatabaseUnavailable when the key cannot be read.
 * waitlist.hash_client in SQL makes the same hashes for a join that comes through PostgREST.
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
    // Of those who find no good key together, the first asks for all: they go on in the order in which they came.
    if (!current || current === asked) current = fetchDayKey(database, now(), clock !== undefined);
    return current;
  }

  return async (address) => {
    const { secret, hashes } = await dayKey();
    const known = hashes.get(address);
    if (known) return known;
    const keys = hashesOf(address, secret);
    if (hashes.size >= mostHashes) hashes.clear();
    hashes.set(address, keys);
    return keys;
  };
}

async function fetchDayKey(database: Database, now: Date, ownClock: boolean): Promise<DayKey> {
  const [row] = await database.query<{ secret: string; good_for_ms: number }>(
    `select encode(secret, 'hex') as secret, good_for_ms from waitlist.client_key($1)`,
    [ownClock ? now.toISOString() : null],
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
  // The marks keep apart a client, a network and a region with the same first address.
  return {
    client: hash(secret, networks.client),
    network: hash(secret, `${networks.network}/`),
    region: hash(secret, `${networks.region}//`),
  };
}

/** 120 bits are plenty to keep a day's clients apart. */
function hash(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64').slice(0, 20);
}
