import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailProblem } from './mail-problem.ts';
import type { Delivery } from './outbox.ts';
import type { SmtpAddress } from './smtp-address.ts';

export interface ComposedEmail {
  envelope: { from: string; to: string };
  /** The message as it goes over the line. */
  raw: Buffer;
}

/** One conversation with the mail server, for one email after another. */
export interface MailServer {
  /** Hands one email over. Never throws: a `problem` is there unless it was taken, and ends the conversation unless it is of this email alone. */
  send(email: ComposedEmail): Promise<{ delivery: Delivery; problem?: MailProblem }>;
  close(): void;
}

/** Milliseconds, as RFC 5321 (4.5.3.2) asks of a client: a mail server may well think for minutes. */
const patience = { connection: 60_000, greeting: 300_000, reply: 600_000 };

/**
 * Connects, upgrades to TLS and logs in.
 * @param signal cuts the conversation wherever it is
 * @throws MailProblem
 */
export function connectToMailServer(
  address: SmtpAddress,
  signal: AbortSignal,
  timeouts = patience,
): Promise<MailServer> {
  const { host, port, secure, requireTLS, user, password } = address;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.reply,
  });
  const cut = () => connection.emit('error', new Error('The worker stops.'));
  signal.addEventListener('abort', cut);
  connection.once('end', () => signal.removeEventListener('abort', cut));
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      connection.close();
      reject(new MailProblem(error));
    };
    // Errors come here after the handshake too; without a listener one would end the process.
    connection.on('error', fail);
    const ready = () =>
      resolve({
        send: (email) => send(connection, email),
        close() {
          connection.quit();
          connection.close();
        },
      });
    connection.connect((error) => {
      if (error) fail(error);
      else if (user === undefined) ready();
      else connection.login({ user, pass: password ?? '' }, (refused) => (refused ? fail(refused) : ready()));
    });
  });
}

function send(connection: SMTPConnection, { envelope, raw }: ComposedEmail): ReturnType<MailServer['send']> {
  // nodemailer reads the message only after the server's go-ahead (354): before that nothing can have been taken.
  let handedOver = false;
  const message = new Readable({
    read() {
      handedOver = true;
      this.push(raw);
      this.push(null);
    },
  });
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      const problem = new MailProblem(error);
      const { reply, status } = problem;
      const failed = { delivery: { outcome: outcomeOf(problem, handedOver), reply, status }, problem };
      // What the server was told of this email must not stand in the way of the next; a reset that fails shows there.
      if (problem.ofEmail) connection.reset(() => resolve(failed));
      else resolve(failed);
    };
    connection.once('error', fail);
    connection.send({ ...envelope, size: raw.length }, message, (error, info) => {
      connection.off('error', fail);
      if (error) fail(error);
      else resolve({ delivery: { outcome: 'sent', reply: info?.response ?? '', status: null } });
    });
  });
}

/** A reply decides; without one, an email whose bytes were on their way may have been taken. */
function outcomeOf({ ofEmail, code }: MailProblem, handedOver: boolean): Delivery['outcome'] {
  if (ofEmail) return code < 500 ? 'deferred' : 'refused';
  return handedOver && code === 0 ? 'uncertain' : 'deferred';
}
