import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, isCollision } from '../database/database.ts';
import { domainOf } from '../waitlist/address.ts';
import { createComposer, type Sender } from './compose.ts';
import { unsubscribeLink, wordsFor } from './fill-emails.ts';
import { EmailUnfinished, type MailHealth } from './mail-health.ts';
import type { MailLog } from './mail-log.ts';
import type { ComposedEmail, MailServer } from './mail-server.ts';
import type { ClaimedEmail, Delivery, Outbox } from './outbox.ts';
import type { NotAccepted } from './settle.ts';
import type { EmailTemplates } from './templates.ts';

interface TransmitterOptions {
  outbox: Outbox;
  health: MailHealth;
  sender: Sender;
  templates: EmailTemplates;
  log: Pick<MailLog, 'warn'>;
  /** Once it is aborted, an outcome that cannot be stored is given up. */
  stopping: AbortSignal;
}

/** A third of waitlist.lease_duration(). */
export const renewLeaseMs = 10_000;

/** Milliseconds between two tries to store an outcome. */
const storeAgainMs = 1000;

const unwritable =
  'It could not be written. Build the site again, and start the server again or deploy the function; if that does not help, plan the announcement under another name.';

export type Transmitter = ReturnType<typeof createTransmitter>;

/** Sends claimed emails, each on a connection that is ready for it, and stores what became of them. */
export function createTransmitter({ outbox, health, sender, templates, log, stopping }: TransmitterOptions) {
  const compose = createComposer(sender);
  const underWay = new Set<string>();
  const leaseTimer = setInterval(() => {
    if (underWay.size > 0) void outbox.renewLease([...underWay]).catch(() => {});
  }, renewLeaseMs);

  /** Stores the outcome, retrying while the database is unavailable: without it the email might be sent again. */
  async function finish(messageId: string, delivery: Delivery): Promise<void> {
    for (;;) {
      try {
        return await outbox.finish(messageId, delivery);
      } catch (error) {
        const mayPass = error instanceof DatabaseUnavailable || isCollision(error);
        if (!mayPass || stopping.aborted) throw error;
        await wait(storeAgainMs, undefined, { signal: stopping }).catch(() => {});
      }
    }
  }

  async function composed(claimed: ClaimedEmail): Promise<ComposedEmail> {
    try {
      const { kind, messageId, address } = claimed;
      const words = wordsFor(claimed.words ?? templates[kind], claimed, sender);
      const unsubscribe = unsubscribeLink(claimed, sender);
      return await compose({ messageId, address, words, unsubscribe });
    } catch (error) {
      // Nothing was sent, so the email must not count as uncertain; nor is it the recipient's fault.
      await finish(claimed.messageId, { outcome: 'our-fault', reply: unwritable, bounce: null });
      throw error;
    }
  }

  /** Notes at once that an email was not accepted, and stores what follows. Returns whether the connection takes another one. */
  async function finishNotAccepted(
    { messageId, address }: ClaimedEmail,
    notAccepted: NotAccepted,
  ): Promise<boolean> {
    const { culprit, delivery, forgiven, trouble } = health.notAccepted(
      { messageId, domain: domainOf(address) },
      notAccepted,
    );
    if (culprit === 'recipient')
      log.warn({ message: messageId, outcome: delivery.outcome }, notAccepted.error.message);
    for (const id of [...forgiven, messageId]) await finish(id, delivery);
    return trouble === undefined;
  }

  return {
    /**
     * Sends one email. Returns whether another can be sent on this connection.
     * @throws DatabaseUnavailable while the worker stops; EmailUnfinished
     */
    async transmit(server: MailServer, claimed: ClaimedEmail): Promise<boolean> {
      const { messageId } = claimed;
      underWay.add(messageId);
      try {
        const { delivery, error } = await server.send(await composed(claimed));
        if (error !== undefined) return await finishNotAccepted(claimed, { delivery, error });
        health.accepted(messageId);
        await finish(messageId, delivery);
        return true;
      } catch (error) {
        throw error instanceof DatabaseUnavailable ? error : new EmailUnfinished(error);
      } finally {
        underWay.delete(messageId);
      }
    },

    /** Renews no lease any more. */
    stop: (): void => clearInterval(leaseTimer),
  };
}
