import type { Database } from '../database/open-database.ts';
import { addressForDatabase, textForDatabase } from './address-for-database.ts';
import { createClientKeys } from './client-keys.ts';
import { createExhaustedKeys } from './exhausted-keys.ts';
import { groupCommit } from './group-commit.ts';
import { type Decision, joinSet, type PreparedJoin } from './join-set.ts';
import type { Limits } from './limits.ts';

export interface JoinRequest {
  email: string;
  source: string;
  /** The visitor's address: IPv4, IPv6, or '' when unknown. It is hashed before it reaches the database. */
  client: string;
}

/** Why a join was refused, for a face that shows more than the sentence. Not part of the answer on the wire. */
export type Refusal = 'address' | 'source' | 'too-many';

export type JoinAnswer = { success: true } | { success: false; error: string; refusal: Refusal };

export interface Join {
  (request: JoinRequest): Promise<JoinAnswer>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export interface JoinOptions {
  database: Database;
  /** The moment of a try; without it the database's own clock decides. */
  clock?: () => Date;
  /** Other ceilings than those named in the database. */
  limits?: Limits;
}

/**
 * Calls under way at once. The embedded PostgreSQL runs one statement at a time; with several on a real one, a slow
 * disk's writes overlap (measured in docs/performance.md).
 */
const calls = { embedded: 1, postgres: 4 };

/** No source is longer; what is longer is refused as unknown. */
const longestSource = 100;

/**
 * The one door to the list: joins of one moment share one call.
 * Takes an open database; returns `join`, which answers only when the entry is durable.
 * `join` throws DatabaseUnavailable when the database cannot answer.
 */
export function createJoin({ database, clock, limits }: JoinOptions): Join {
  const keysOf = createClientKeys(database, clock);
  const exhaustedKeys = createExhaustedKeys(() => clock?.().getTime() ?? performance.now());
  const inNextSet = groupCommit<PreparedJoin, Decision>({
    run: (joins) =>
      joinSet({ database, joins, ...(clock && { moment: clock() }), ...(limits && { limits }) }),
    calls: calls[database.kind],
  });
  const underWay = new Set<Promise<JoinAnswer>>();

  async function decide({ email, source, client }: JoinRequest): Promise<JoinAnswer> {
    const since = performance.now();
    const keys = await keysOf(client);
    const refused = exhaustedKeys.answerFor(keys);
    if (refused) return refused;
    const prepared = {
      ...keys,
      email: addressForDatabase(email),
      source: textForDatabase(source.slice(0, longestSource)),
    };
    // The day's key may have taken its time as well, and the visitor waits for both.
    const decision = await inNextSet(prepared, since);
    exhaustedKeys.note(keys, decision);
    return decision.answer;
  }

  function join(request: JoinRequest): Promise<JoinAnswer> {
    const answer = decide(request);
    underWay.add(answer);
    const ended = () => void underWay.delete(answer);
    answer.then(ended, ended);
    return answer;
  }

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  return Object.assign(join, { settled });
}
