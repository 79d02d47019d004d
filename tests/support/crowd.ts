import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { DatabaseOptions } from '../../database/database.ts';
import { storedInEmbedded, storedInPostgres } from './entries.ts';
import { postJoin, type ServerProcess, startServer } from './start-server.ts';

/** How often a fault is injected; more with FAULT_ROUNDS=30. */
export const rounds = Number(process.env.FAULT_ROUNDS ?? 3);

/** Milliseconds after which a test of that many rounds counts as hung; not a measure of speed. */
export const faultTimeout = 120_000 * (rounds + 1);

/**
 * Starts the real server for a crowd behind one proxy; it is killed at the end of the test. It has a key of its own: when it is
 * dead its port may become that of another test's server, which must not acknowledge the joins.
 */
export async function startServerForCrowd(folder: string, options: DatabaseOptions): Promise<ServerProcess> {
  const server = await startServer(folder, {
    DATA_DIR: options.dataDir ?? '',
    DATABASE_URL: options.databaseUrl ?? '',
    BACKEND_ANON_KEY: randomUUID(),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

/** An answer that no fault explains: a server that is killed, stopped or without its database gives none such. */
class UnexplainedAnswer extends Error {
  override name = 'UnexplainedAnswer';
}

export type Crowd = ReturnType<typeof startCrowd>;

/**
 * Makes many people join at once over HTTP, each from an address of their own, until it is stopped.
 * @param nextServer the server for the next join
 */
export function startCrowd(nextServer: () => ServerProcess, people: number) {
  /** Says 'joined' when a join is acknowledged. */
  const heard = new EventEmitter();
  const asked = new Set<string>();
  const acknowledged = new Set<string>();
  let unanswered = 0;
  let ended = false;

  async function joinOnce(email: string): Promise<void> {
    asked.add(email);
    const from = { 'x-forwarded-for': `10.${asked.size & 255}.${(asked.size >> 8) & 255}.1` };
    const server = nextServer();
    const answer = await postJoin(server, email, from, AbortSignal.timeout(10_000));
    const text = await answer.text();
    if (answer.status === 200 && text === '{"success":true}') {
      acknowledged.add(email);
      heard.emit('joined');
    } else if (answer.status === 503) throw new Error('Asked to come again later.');
    else if (hasEnded(server)) throw new Error('Another server answered: it has the port now.');
    else throw new UnexplainedAnswer(`An answer that no fault explains: ${answer.status} ${text}`);
  }

  async function person(number: number): Promise<void> {
    for (let join = 0; !ended; join += 1) {
      try {
        await joinOnce(`p${number}n${join}@faults.example`);
      } catch (error) {
        if (error instanceof UnexplainedAnswer) throw error;
        unanswered += 1;
        // Without this a server that is down gets thousands of requests a second and never comes up.
        await wait(100);
      }
    }
  }
  onTestFinished(() => {
    ended = true;
  });
  const everyone = Promise.all(Array.from({ length: people }, (_, number) => person(number)));
  // Not lost: the next moreAcknowledged rejects with it, and so does end.
  everyone.catch(() => {});
  return {
    /** Addresses that were sent, whatever the outcome. */
    asked,
    /** Addresses whose join was answered with success. */
    acknowledged,
    /** Answers with status 503, calls without any answer, and answers from the port of a server that has ended. */
    unanswered: () => unanswered,
    /** Resolves when that many more joins were acknowledged; rejects at once after an answer that no fault explains. */
    async moreAcknowledged(count: number): Promise<void> {
      const wanted = acknowledged.size + count;
      while (acknowledged.size < wanted && !ended) await Promise.race([once(heard, 'joined'), everyone]);
    },
    /** Stops the crowd; resolves when its last call has finished. */
    async end(): Promise<void> {
      ended = true;
      await everyone;
    },
  };
}

const hasEnded = ({ child: { killed, exitCode } }: ServerProcess) => killed || exitCode !== null;

/** Compares the answers that the crowd got with what is stored, once the server has exited, and prints how many there were. */
export async function expectNoneMissing(crowd: Crowd, options: DatabaseOptions, what: string): Promise<void> {
  const stored =
    options.databaseUrl === undefined
      ? await storedInEmbedded(options.dataDir)
      : await storedInPostgres(options.databaseUrl);
  const missing = [...crowd.acknowledged].filter((email) => !stored.has(email));
  console.log(`${what}, ${crowd.acknowledged.size} joins acknowledged, ${missing.length} missing`);
  expect(crowd.unanswered()).toBeGreaterThan(0);
  expect(missing).toEqual([]);
  expect([...stored].filter((email) => !crowd.asked.has(email))).toEqual([]);
}
