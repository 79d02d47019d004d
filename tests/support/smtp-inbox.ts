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
  /** As SMTP_URL. */
  url: string;
  /** Whatever was taken, in the order in which it came. */
  emails: ReceivedEmail[];
  /** The first email to somebody that was taken or will be. */
  emailTo(address: string): Promise<ReceivedEmail>;
  stop(): Promise<void>;
}

/** A real mail server on loopback that keeps what it is given. @param options override what it accepts */
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
