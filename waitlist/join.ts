import type { Database } from '../database/database.ts';
import { createClientKeys } from './client-keys.ts';
import { groupCommit } from './group-commit.ts';
import { type Decision, joinBatch, type PreparedJoin } from './join-batch.ts';
import type { Limits } from './limits.ts';
import { createRefusalCache } from './refusal-cache.ts';
import { storableEmail, storableText } from './storable-text.ts';

export interface JoinRequest {
  email: string;
  source: string;
  /** The visitor's IP address, '' when unknown. It is hashed before it reaches the database. */
  client: string;
}

/** Why a join was refused, for a page that shows more than the sentence. It is not sent to clients of the API. */
export type Refusal = 'address' | 'source' | 'too-many';

export type JoinResult = { success: true } | { success: false; error: string; refusal: Refusal };

export interface Join {
  (request: JoinRequest): Promise<JoinResult>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export interface JoinOptions {
  database: Database;
  /** Replaces the database's own clock, in tests. */
  clock?: () => Date;
  /** Replaces ceilings of the table `waitlist.limits`, in tests. */
  limits?: Limits;
}

/** The embedded PostgreSQL runs one statement at a time; a real one takes 1.2 to 1.5 times the joins with four (decision 12). */
const maxConcurrentBatches = { embedded: 1, postgres: 4 };

/** Characters; no known source is longer. */
const maxSourceLength = 100;

/**
 * The one way onto the list. The returned `join` resolves only when the entry is durable, and throws DatabaseUnavailable
 * when the database cannot answer.
 */
export function createJoin({ database, clock, limits }: JoinOptions): Join {
  const keysOf = createClientKeys(database, clock);
  const refusals = createRefusalCache(() => clock?.().getTime() ?? performance.now());
  const joinInBatch = groupCommit<PreparedJoin, Decision>({
    run: (joins) =>
      joinBatch({ database, joins, ...(clock && { moment: clock() }), ...(limits && { limits }) }),
    maxConcurrentBatches: maxConcurrentBatches[database.kind],
  });
  const underWay = new Set<Promise<JoinResult>>();

  async function decide({ email, source, client }: JoinRequest): Promise<JoinResult> {
    const queuedAt = performance.now();
    const keys = await keysOf(client);
    const refused = refusals.get(keys);
    if (refused) return refused;
    const prepared = {
      ...keys,
      email: storableEmail(email),
      source: storableText(source.slice(0, maxSourceLength)),
    };
    // The visitor has waited for the day's key as well.
    const decision = await joinInBatch(prepared, queuedAt);
    refusals.put(keys, decision);
    return decision.result;
  }

  function join(request: JoinRequest): Promise<JoinResult> {
    const result = decide(request);
    underWay.add(result);
    const ended = () => void underWay.delete(result);
    result.then(ended, ended);
    return result;
  }

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  return Object.assign(join, { settled });
}
