import { setTimeout as wait } from 'node:timers/promises';
import { localAnonKey } from '../server/setting-fields.ts';
import { visitorAddress } from './visitors.ts';
import { waitFigures } from './waits.ts';

const joinEveryMs = 100;

/** Sends a join every tenth of a second, and reports how long the answers took. */
export function startJoining(url: string) {
  /** When each address was answered. */
  const answered = new Map<string, number>();
  let waits: number[] = [];
  let refused = 0;
  let isOpen = true;
  const joining = (async () => {
    for (let number = 0; isOpen; number += 1) {
      const begun = performance.now();
      const email = `j${number}@during.example`;
      if (await joinOnce(url, number, email)) answered.set(email, Date.now());
      else refused += 1;
      waits.push(performance.now() - begun);
      await wait(joinEveryMs);
    }
  })();
  return {
    answered,
    /** Forgets the waits so far. */
    reset() {
      waits = [];
    },
    report(when: string) {
      const { half, nearlyAll, all } = waitFigures(waits);
      console.log(
        `joins, ${when}: ${waits.length}, ${refused} refused in all; half answered within ${half.toFixed(1)} ms, 99 % within ${nearlyAll.toFixed(1)} ms, the slowest after ${all.toFixed(1)} ms`,
      );
    },
    async stop() {
      isOpen = false;
      await joining;
    },
  };
}

/** One join over HTTP; returns whether it was answered with success. */
async function joinOnce(url: string, number: number, email: string): Promise<boolean> {
  const answer = await fetch(`${url}/functions/v1/enhanced-waitlist`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: localAnonKey,
      'x-forwarded-for': visitorAddress(number),
    },
    body: JSON.stringify({ user_email: email, entry_source: 'Friend' }),
  }).catch(() => undefined);
  return answer?.status === 200 && ((await answer.json()) as { success: boolean }).success;
}
