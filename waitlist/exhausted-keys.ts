import type { ClientKeys } from './client-keys.ts';
import type { JoinAnswer } from './join.ts';
import type { Decision, ExhaustedKey } from './join-set.ts';

/** The database is asked again after so long, milliseconds: an allowance comes back bit by bit, and limits may be changed. */
const rememberedMs = 1000;

/** A flood's keys have no end: the memory for them has. */
const maxKeys = 10_000;

export interface ExhaustedKeys {
  /** The answer to a try of which a key has nothing left, as the database gave it a moment ago; undefined to ask it. */
  answerFor(keys: ClientKeys): JoinAnswer | undefined;
  /** Takes what the database decided about a try. */
  note(keys: ClientKeys, decision: Decision): void;
}

/**
 * Remembers for a second which keys have used up their allowance, so that a flood's tries are refused without the database:
 * they cost it one row a key and second, however many they are.
 * Takes the clock, milliseconds.
 */
export function createExhaustedKeys(now: () => number): ExhaustedKeys {
  const known = new Map<string, { answer: JoinAnswer; until: number }>();

  function fresh(name: ExhaustedKey, key: string | null): JoinAnswer | undefined {
    const found = known.get(`${name} ${key}`);
    return found && now() < found.until ? found.answer : undefined;
  }

  return {
    answerFor(keys) {
      if (known.size === 0) return undefined;
      return (
        fresh('everyone', null) ??
        fresh('region', keys.region) ??
        fresh('network', keys.network) ??
        fresh('client', keys.client)
      );
    },
    note(keys, { answer, exhausted }) {
      if (exhausted === null) return;
      if (known.size >= maxKeys) known.clear();
      const key = exhausted === 'everyone' ? null : keys[exhausted];
      known.set(`${exhausted} ${key}`, { answer, until: now() + rememberedMs });
    },
  };
}
