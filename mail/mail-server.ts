import type { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { bounceToNote } from './judge.ts';
import { isLoginFailure, MailError, plainReply } from './mail-error.ts';
import type { Delivery } from './outbox.ts';
import type { SmtpAddress } from './smtp-address.ts';

export interface ComposedEmail {
  envelope: { from: string; to: string };
  raw: Buffer;
}

/** One SMTP connection, for one email after another. */
export interface MailServer {
  /**
   * Never throws: there is an `error` unless the server accepted the email. If the culprit of that error is not the recipient, the
   * connection can send no other email.
   */
  send(email: ComposedEmail): Promise<{ delivery: Delivery; error?: MailError }>;
  /** False once the server has closed the connection: it may do so at any time, for instance after it has rejected an email. */
  isOpen(): boolean;
  close(): void;
}

/** The mail server refuses the user or the password. Providers lock an account at which this happens too often. */
export class LoginFailed extends MailError {
  override name = 'LoginFailed';
}

/** Milliseconds. RFC 5321 (4.5.3.2) gives a server minutes for its replies, but one slow to greet is as good as unreachable. */
const defaultTimeouts = { connectionTimeout: 60_000, greetingTimeout: 60_000, socketTimeout: 600_000 };

/**
 * Connects, upgrades to TLS and logs in.
 * @param signal closes the connection at any stage; its reason becomes the error
 * @throws LoginFailed; MailError for all else
 */
export function connectToMailServer(address: SmtpAddress, signal: AbortSignal, timeouts = defaultTimeouts) {
  const { auth, ...server } = address;
  const connection = new SMTPConnection({ ...server, ...timeouts });
  const abort = () => connection.emit('error', signal.reason);
  signal.addEventListener('abort', abort);
  connection.once('end', () => signal.removeEventListener('abort', abort));
  return new Promise<MailServer>((resolve, reject) => {
    const fail = (error: unknown) => {
      connection.close();
      reject(isLoginFailure(error) ? new LoginFailed(error) : new MailError(error));
    };
    // Also for errors after the handshake: without a listener one would end the process.
    connection.on('error', fail);
    const ready = () =>
      resolve({
        send: (email) => send(connection, email),
        isOpen: () => !connection.destroyed,
        close() {
          connection.quit();
          connection.close();
        },
      });
    if (signal.aborted) return abort();
    connection.connect((error) => {
      if (error) fail(error);
      else if (auth === undefined) ready();
      else connection.login({ ...auth }, (failure) => (failure ? fail(failure) : ready()));
    });
  });
}

function send(connection: SMTPConnection, { envelope, raw }: ComposedEmail): ReturnType<MailServer['send']> {
  // nodemailer reads the message only after the server's reply 354; before that the server cannot have accepted anything.
  let transmissionStarted = false;
  const message = new Readable({
    read() {
      transmissionStarted = true;
      this.push(raw);
      this.push(null);
    },
  });
  return new Promise((resolve) => {
    const fail = (thrown: unknown) => {
      const error = new MailError(thrown);
      const outcome = outcomeOf(error, transmissionStarted);
      const reply = outcome === 'our-fault' ? error.advice : error.reply;
      const failed = { delivery: { outcome, reply, bounce: bounceToNote(error.verdict) }, error };
      if (error.culprit === 'recipient') clearEnvelope(connection, () => resolve(failed));
      else resolve(failed);
    };
    connection.once('error', fail);
    connection.send({ ...envelope, size: raw.length }, message, (error, info) => {
      connection.off('error', fail);
      if (error) fail(error);
      else
        resolve({ delivery: { outcome: 'accepted', reply: plainReply(info?.response ?? ''), bounce: null } });
    });
  });
}

/** Makes the connection ready for the next email (RSET), or closes it. Calls `done` in any case. */
function clearEnvelope(connection: SMTPConnection, done: () => void): void {
  // nodemailer does not call back if the connection ends first, as it does with servers that hang up after they have rejected an email.
  connection.once('end', done);
  connection.reset((error) => {
    connection.off('end', done);
    if (error) connection.close();
    done();
  });
}

/** Without a reply an email that was being transmitted may have been accepted. */
function outcomeOf({ culprit, verdict }: MailError, transmissionStarted: boolean): Delivery['outcome'] {
  if (culprit === 'us') return 'our-fault';
  if (culprit === 'recipient') return verdict === 'deferred' ? 'deferred' : 'rejected';
  return transmissionStarted && verdict === undefined ? 'uncertain' : 'deferred';
}
