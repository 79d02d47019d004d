import { setTimeout as wait } from 'node:timers/promises';

const joinEveryMs = 100;

/** Sends a join every tenth of a second, and reports how long the answers took. */
export function startJoining(url: string) {
  /** When each address was answered. */
  const answered = new Map<string, number>();
  let waits: number[] = [];
  let refused = 0;
  let isOpen = true;
  let begun = Number.POSITIVE_INFINITY;
  const joining = (async () => {
    for (let number = 0; isOpen; number += 1) {
      begun = performance.now();
      const email = `j${number}@during.example`;
      if (await joinOnce(url, number, email)) answered.set(email, Date.now());
      else refused += 1;
      waits.push(performance.now() - begun);
      begun = Number.POSITIVE_INFINITY;
      await wait(joinEveryMs);
    }
  })();
  return {
    answered,
    /** Forgets the waits so far. */
    reset() {
      waits = [];
    },
    /** The slowest answer since, in whole milliseconds, the one that is still awaited included. */
    longest: () => Math.round(Math.max(0, performance.now() - begun, ...waits)),
    report(when: string) {
      const sorted = waits.toSorted((one, other) => one - other);
      const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
      console.log(
        `joins, ${when}: ${sorted.length}, ${refused} refused in all; half answered within ${at(0.5)} ms, 99 % within ${at(0.99)} ms, the slowest after ${at(1)} ms`,
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
      apikey: 'sb_publishable_bukoor_local',
      'x-forwarded-for': `10.${number & 255}.${(number >> 8) & 255}.1`,
    },
    body: JSON.stringify({ user_email: email, entry_source: 'Friend' }),
  }).catch(() => undefined);
  return answer?.status === 200 && ((await answer.json()) as { success: boolean }).success;
}
