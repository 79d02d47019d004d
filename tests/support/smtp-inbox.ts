import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface ReceivedEmail {
  /** The envelope's sender and recipient. */
  from: string;
  to: string;
  raw: Buffer;
  parsed: Email;
}

export interface SmtpInbox {
  /** For SMTP_URL. */
  url: string;
  /** All accepted emails, in the order of their arrival. */
  emails: ReceivedEmail[];
  /** The first email to an address, accepted already or still to come. */
  emailTo(address: string): Promise<ReceivedEmail>;
  stop(): Promise<void>;
}

/** A real SMTP server on loopback that keeps the emails it accepts. @param options override what it accepts */
export async function startSmtpInbox(options: SMTPServerOptions = {}): Promise<SmtpInbox> {
  const emails: ReceivedEmail[] = [];
  const waiting = new Map<string, (email: ReceivedEmail) => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const raw = await buffer(stream);
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo[0]?.address ?? '';
      const email = { from, to, raw, parsed: await PostalMime.parse(raw) };
      emails.push(email);
      waiting.get(to)?.(email);
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    emailTo: (address) =>
      new Promise((resolve) => {
        const found = emails.find(({ to }) => to === address);
        if (found) resolve(found);
        else waiting.set(address, resolve);
      }),
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
