import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCrowd } from '../faults/crowd.ts';
import { storedInPostgres } from '../support/entries.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import { startPairWithServers } from './pair-with-servers.ts';

const rounds = Number(process.env.FAILOVER_ROUNDS ?? 20);
const setup = await startPairWithServers();

test.runIf(setup)(
  `no acknowledged join is lost in ${rounds} failovers at random moments`,
  { timeout: 60_000 * (rounds + 1) },
  async () => {
    if (!setup) return;
    const { pair, servers, folder } = setup;
    const seed = seedOfTest();
    console.log(`${rounds} failovers, TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    const journal = openJournal(join(folder, 'acknowledged'));
    let turn = 0;
    let hearAcknowledged = (_askedAt: number) => {};
    const crowd = startCrowd({
      server: () => servers[turn++ % 2 === 0 ? 0 : 1],
      people: 64,
      onAcknowledged(email, askedAt) {
        journal.write(email);
        hearAcknowledged(askedAt);
      },
    });

    const promotions: number[] = [];
    const firstJoins: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await crowd.moreAcknowledged(50 + random(150));
      await pair.primary().kill();
      const killedAt = performance.now();
      const secondsSince = () => (performance.now() - killedAt) / 1000;
      const firstJoin = new Promise<number>((resolve) => {
        hearAcknowledged = (askedAt) => {
          if (askedAt > killedAt) resolve(secondsSince());
        };
      });
      await pair.promoteStandby();
      promotions.push(secondsSince());
      await pair.bringBackOldPrimary();
      firstJoins.push(await firstJoin);
    }
    await crowd.moreAcknowledged(200);
    await crowd.end();

    const acknowledged = journal.end();
    const stored = await storedInPostgres(pair.primary().url);
    const missing = acknowledged.filter((email) => !stored.has(email));
    console.log(
      [
        `${acknowledged.length} acknowledged, ${crowd.unanswered} answered 503 or not at all, acknowledged minus stored: ${missing.length}`,
        `seconds until the standby was the primary: ${spread(promotions)}`,
        `seconds until the first acknowledged join, with the next standby copied meanwhile: ${spread(firstJoins)}`,
      ].join('\n'),
    );
    expect(crowd.unanswered).toBeGreaterThan(0);
    expect(missing).toEqual([]);
    expect([...stored].filter((email) => !crowd.asked.has(email))).toEqual([]);
  },
);

/** The acknowledged joins, each forced to disk before anything else happens, as a client that must not forget would keep them. */
interface Journal {
  write(email: string): void;
  /** Closes it; returns all that was written. */
  end(): string[];
}

/** Creates the file. */
function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'wx', 0o600);
  return {
    write(email) {
      writeSync(descriptor, `${email}\n`);
      fsyncSync(descriptor);
    },
    end() {
      closeSync(descriptor);
      return readFileSync(file, 'utf8').split('\n').filter(Boolean);
    },
  };
}

function spread(seconds: number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]?.toFixed(2);
  return `${at(0)} at least, ${at(0.5)} median, ${at(1)} at most`;
}
