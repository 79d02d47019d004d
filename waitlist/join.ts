import { type JoinFields, joinFields } from '../content/join-fields.ts';
import type { Database } from '../database/database.ts';
import { storableEmail, storableText } from './address.ts';
import { type ClientHashes, createClientHasher } from './clients.ts';
import { groupCommit } from './group-commit.ts';

export interface JoinRequest extends JoinFields {
  /** The visitor's IP address, '' when unknown. It is hashed before it reaches the database. */
  clientAddress: string;
}

/** `refusal` is for a page that shows more than the sentence; it is not sent to clients of the API. */
export type JoinResult =
  | { success: true }
  | { success: false; error: string; refusal: 'address' | 'source' | 'too-many' };

export interface JoinOptions {
  database: Database;
  /** Replaces the database's own clock. Only tests give it. */
  clock?: () => Date;
}

/** The embedded PostgreSQL runs one statement at a time; a real one takes 1.2 to 1.5 times the joins with four (decision 12). */
const maxConcurrentBatches = { embedded: 1, postgres: 4 };

/** Characters of each field but the address; no known source is longer. */
const maxTextLength = 100;

/** The fields of a join as PostgreSQL can store them. */
function storableFields(fields: JoinFields): JoinFields {
  const storable = { ...fields };
  for (const field of joinFields) {
    const text = fields[field];
    if (text !== undefined) storable[field] = storableText(text.slice(0, maxTextLength));
  }
  return { ...storable, email: storableEmail(fields.email) };
}

/** The way onto the list for visitors; an import has its own (people.ts). */
export interface Join {
  /** Resolves only when the entry is durable, or refused. @throws DatabaseUnavailable */
  (request: JoinRequest): Promise<JoinResult>;

  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/** Opens the way onto a list. */
export function createJoin(options: JoinOptions): Join {
  const { database, clock } = options;
  const hashesOf = createClientHasher(database, clock);
  const refusals = createRefusalCache(() => clock?.().getTime() ?? performance.now());
  const joinInBatch = groupCommit<PreparedJoin, Decision>(
    (joins) => joinBatch({ ...options, joins }),
    maxConcurrentBatches[database.kind],
  );
  const underWay = new Set<Promise<JoinResult>>();

  async function decide({ clientAddress, ...fields }: JoinRequest): Promise<JoinResult> {
    const queuedAt = performance.now();
    const hashes = await hashesOf(clientAddress);
    const refused = refusals.get(hashes);
    if (refused) return refused;
    // The visitor has waited for the day's key as well.
    const decision = await joinInBatch({ ...hashes, ...storableFields(fields) }, queuedAt);
    refusals.put(hashes, decision);
    return decision.result;
  }

  function join(request: JoinRequest): Promise<JoinResult> {
    const result = decide(request).finally(() => underWay.delete(result));
    underWay.add(result);
    return result;
  }

  return Object.assign(join, {
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  });
}

export type PreparedJoin = ClientHashes & JoinFields;

/** The limit whose allowance is used up. */
type LimitScope = 'client' | 'network' | 'global';

export interface Decision {
  result: JoinResult;
  /** The limit that refused, if one did. */
  exhausted: LimitScope | null;
}

/**
 * Runs `waitlist.join_batch`: one statement and one transaction for all joins, one decision for each, in order. When it
 * resolves, the entries are durable.
 * @throws DatabaseUnavailable when none of the joins was acknowledged
 */
export async function joinBatch(options: JoinOptions & { joins: PreparedJoin[] }): Promise<Decision[]> {
  const { database, joins, clock } = options;
  const [row] = await database.query<{
    refusals: ('address' | 'source' | LimitScope | null)[];
    errors: (string | null)[];
  }>('select refusals, errors from waitlist.join_batch($1::jsonb, moment => $2::timestamptz)', [
    JSON.stringify(joins),
    clock?.().toISOString() ?? null,
  ]);
  if (row?.refusals.length !== joins.length) {
    throw new Error(`waitlist.join_batch was given ${joins.length} joins and did not decide each.`);
  }
  return row.refusals.map((refusal, index) => {
    const error = row.errors[index];
    if (!refusal || !error) return { result: { success: true }, exhausted: null };
    if (refusal === 'address' || refusal === 'source')
      return { result: { success: false, error, refusal }, exhausted: null };
    return { result: { success: false, error, refusal: 'too-many' }, exhausted: refusal };
  });
}

/** Short, because an allowance refills gradually and an operator may change the limits. */
const cachedMs = 1000;

const maxCachedRefusals = 10_000;

/**
 * Remembers for a second which clients have used up their allowance, so that a flood is refused without the database. The database
 * sees one try per client and second. `get` returns the database's own refusal.
 * @param now milliseconds
 */
function createRefusalCache(now: () => number) {
  const refusals = new Map<string, { result: JoinResult; expiresAt: number }>();
  const scopes = ['global', 'network', 'client'] as const;
  const keyOf = (scope: LimitScope, { clientHash, networkHash }: ClientHashes) => {
    const hashOf = { client: clientHash, network: networkHash, global: '' };
    return `${scope} ${hashOf[scope]}`;
  };
  return {
    get(hashes: ClientHashes): JoinResult | undefined {
      if (refusals.size === 0) return undefined;
      const cached = scopes.map((scope) => refusals.get(keyOf(scope, hashes)));
      return cached.find((refusal) => refusal && now() < refusal.expiresAt)?.result;
    },
    put(hashes: ClientHashes, { result, exhausted }: Decision): void {
      if (exhausted === null) return;
      if (refusals.size >= maxCachedRefusals) refusals.clear();
      refusals.set(keyOf(exhausted, hashes), { result, expiresAt: now() + cachedMs });
    },
  };
}
