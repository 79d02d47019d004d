import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/database.ts';
import type { MailHealth } from './mail-health.ts';
import { connectToMailServer, type MailServer } from './mail-server.ts';
import type { Claim, ClaimedEmail } from './outbox.ts';
import type { SmtpAddress } from './smtp-address.ts';
import type { Transmitter } from './transmit.ts';

/** The connection stays open during a pause of up to this long: otherwise each email of an announcement would need a login. */
const longestPauseMs = 1000;

interface ConnectionsOptions {
  /** Claims the next email that is due, for this connection. */
  claim: () => Promise<Claim>;
  transmitter: Transmitter;
  health: MailHealth;
  smtp: SmtpAddress;
  /** Ends the pauses between emails. */
  stopping: AbortSignal;
  /** Called when a connection has ended, for whatever reason. */
  onEnd: () => void;
}

/** The connections to the mail server. Each sends one email after another until none is due. */
export function createConnections({ claim, transmitter, health, smtp, stopping, onEnd }: ConnectionsOptions) {
  const open = new Set<Promise<void>>();
  const cutting = new AbortController();
  const pause = (ms: number) => wait(ms, undefined, { signal: stopping }).catch(() => {});

  /** Sends what was claimed, and then what is due, until nothing is. While there is trouble, one connection alone goes on. */
  async function sendOn(server: MailServer, first: ClaimedEmail): Promise<void> {
    let goesOn = await transmitter.transmit(server, first);
    while (goesOn && server.isOpen()) {
      if (health.isInTrouble() && open.size > 1) return;
      const { claimed, pauseMs } = await claim();
      if (claimed) goesOn = await transmitter.transmit(server, claimed);
      else if (pauseMs !== undefined && pauseMs <= longestPauseMs) await pause(pauseMs);
      else return;
    }
  }

  return {
    count: () => open.size,
    /**
     * Connects and claims an email; the connection sends it, and others, while this returns. It closes if there is no email.
     * @throws MailError, DatabaseUnavailable
     */
    async open(): Promise<void> {
      const server = await connectToMailServer(smtp, cutting.signal);
      const { claimed } = await claim().catch((error) => {
        server.close();
        throw error;
      });
      if (!claimed) {
        server.close();
        return;
      }
      const connection = sendOn(server, claimed)
        .catch((error) => {
          // The worker's loop notices by itself that the database is away.
          if (!(error instanceof DatabaseUnavailable)) health.failed(error);
        })
        .finally(() => {
          server.close();
          open.delete(connection);
          onEnd();
        });
      open.add(connection);
    },
    /** Resolves when those that are open have ended. */
    async ended(): Promise<void> {
      await Promise.all(open);
    },
    /** Cuts every connection, and those that are being made. */
    cut() {
      cutting.abort(new Error('The worker stops.'));
    },
  };
}
