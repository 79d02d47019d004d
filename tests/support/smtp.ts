import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from './certificate.ts';
import { listen } from './network.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** With the envelope's sender and recipient. */
type ReceivedEmail = { from: string; to: string; raw: Buffer; parsed: Email };

export type SmtpInbox = Awaited<ReturnType<typeof startSmtpInbox>>;

/** A real SMTP server on loopback that keeps the emails it accepts. @param options override what it accepts */
export async function startSmtpInbox(options: SMTPServerOptions = {}) {
  const emails: ReceivedEmail[] = [];
  const waiting = new Map<string, (email: ReceivedEmail) => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      // The sender may be cut off in the middle.
      const raw = await buffer(stream).catch(() => undefined);
      if (!raw) return done(new Error('cut off'));
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
  const port = await listen(server.server);
  return {
    /** For SMTP_URL. */
    url: `smtp://127.0.0.1:${port}`,
    /** All accepted emails, in the order of their arrival. */
    emails,
    /** The first email to an address, accepted already or still to come. */
    emailTo: (address: string) =>
      new Promise<ReceivedEmail>((resolve) => {
        const found = emails.find(({ to }) => to === address);
        if (found) resolve(found);
        else waiting.set(address, resolve);
      }),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** The same with TLS from the first byte and a login, as providers have it on port 465. `authority` is what a client has to trust. */
export async function startSecureInbox() {
  const { path, remove } = temporaryFolder();
  const { certificateFile, keyFile, authority } = makeCertificate(path, ['IP:127.0.0.1']);
  const [key, cert] = [readFileSync(keyFile), readFileSync(certificateFile)];
  remove();
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) =>
    password === 'password' ? done(null, { user: username }) : done(new Error('no'));
  const inbox = await startSmtpInbox({ secure: true, key, cert, authOptional: false, onAuth });
  return { ...inbox, url: inbox.url.replace('smtp://', 'smtps://user:password@'), authority };
}

/** The steps of an SMTP session, by what the client has just sent; `connect` is before the greeting, `message` the final dot. */
export type SmtpStage = 'connect' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'RSET';

const replies: Record<SmtpStage, string> = {
  connect: '220 scripted',
  EHLO: '250 scripted',
  MAIL: '250 2.1.0 fine',
  RCPT: '250 2.1.5 fine',
  DATA: '354 go on',
  message: '250 2.0.0 taken',
  RSET: '250 2.0.0 fine',
};

/** Instead of the usual reply: another one, 'cut' to close the connection, or 'silence'. */
export type SmtpScript = Partial<Record<SmtpStage, string>>;

/** An SMTP server that follows a script, for what a real one cannot be told to do. Counts the messages it accepted. */
export async function startScriptedSmtp(script: SmtpScript) {
  let taken = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let inMessage = false;
    let text = '';
    const act = (stage: SmtpStage) => {
      const reply = script[stage] ?? replies[stage];
      if (stage === 'message' && reply.startsWith('250')) taken += 1;
      if (reply === 'cut') socket.destroy();
      else if (reply !== 'silence') socket.write(`${reply}\r\n`);
      inMessage = stage === 'DATA' && reply.startsWith('354');
    };
    act('connect');
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      for (;;) {
        const end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
        if (end < 0 || socket.destroyed) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inMessage ? 5 : 2));
        const verb = line.slice(0, 4).toUpperCase();
        if (inMessage) act('message');
        else if (verb in replies) act(verb as SmtpStage);
        else if (verb === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('502 5.5.1 unknown\r\n');
      }
    });
  });
  return {
    port: await listen(server),
    taken: () => taken,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
