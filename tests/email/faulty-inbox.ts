import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const later = () => Object.assign(new Error('Later.'), { responseCode: 451 });

/** An SMTP server that rejects about half of the tries, at RCPT or after the message, and counts what it accepted. */
export async function startFaultyInbox(random: () => number) {
  const taken = new Map<string, number>();
  const waiting: { at: number; resolve: () => void }[] = [];
  let deliveries = 0;
  let turnedAway = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    maxClients: 1000,
    onRcptTo(_address, _session, done) {
      const fails = random() < 0.3;
      turnedAway += Number(fails);
      done(fails ? later() : null);
    },
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        if (random() < 0.3) {
          turnedAway += 1;
          done(later());
          return;
        }
        const to = envelope.rcptTo[0]?.address ?? '';
        taken.set(to, (taken.get(to) ?? 0) + 1);
        deliveries += 1;
        done();
        while (waiting[0] && deliveries >= waiting[0].at) waiting.shift()?.resolve();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** How often each address was delivered to. */
    taken,
    turnedAway: () => turnedAway,
    /** Resolves when that many emails were accepted in all. */
    delivered: (at: number) =>
      new Promise<void>((resolve) => {
        if (deliveries >= at) resolve();
        else waiting.push({ at, resolve });
      }),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
