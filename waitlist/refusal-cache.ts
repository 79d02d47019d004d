import type { ClientKeys } from './client-keys.ts';
import type { JoinResult } from './join.ts';
import type { Decision, LimitScope } from './join-batch.ts';

/** Short, because an allowance refills gradually and an operator may change the limits. */
const cachedMs = 1000;

/** An attacker may have any number of addresses. */
const maxKeys = 10_000;

export interface RefusalCache {
  /** The database's own refusal of up to a second ago, when one of the keys has used up its allowance. */
  get(keys: ClientKeys): JoinResult | undefined;
  put(keys: ClientKeys, decision: Decision): void;
}

/**
 * Remembers for a second which keys have used up their allowance, so that a flood is refused without the database: it costs
 * one row per key and second, however many requests it has.
 * @param now milliseconds
 */
export function createRefusalCache(now: () => number): RefusalCache {
  const refusals = new Map<string, { result: JoinResult; expiresAt: number }>();

  function fresh(scope: LimitScope, key: string | null): JoinResult | undefined {
    const found = refusals.get(`${scope} ${key}`);
    return found && now() < found.expiresAt ? found.result : undefined;
  }

  return {
    get(keys) {
      if (refusals.size === 0) return undefined;
      return (
        fresh('everyone', null) ??
        fresh('region', keys.region) ??
        fresh('network', keys.network) ??
        fresh('client', keys.client)
      );
    },
    put(keys, { result, exhausted }) {
      if (exhausted === null) return;
      if (refusals.size >= maxKeys) refusals.clear();
      const key = exhausted === 'everyone' ? null : keys[exhausted];
      refusals.set(`${exhausted} ${key}`, { result, expiresAt: now() + cachedMs });
    },
  };
}
