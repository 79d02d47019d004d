import { SMTPServer } from 'smtp-server';
import { listen } from '../tests/support/network.ts';

/** A mail server on loopback that accepts everything at once, and records when each address got its first email. */
export async function startCountingInbox() {
  const firstTaken = new Map<string, number>();
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    maxClients: 1000,
    onData(stream, { envelope }, done) {
      stream.resume().once('end', () => {
        const to = envelope.rcptTo[0]?.address ?? '';
        taken += 1;
        if (!firstTaken.has(to)) firstTaken.set(to, Date.now());
        done();
      });
    },
  });
  server.on('error', () => {});
  return {
    url: `smtp://127.0.0.1:${await listen(server.server)}`,
    /** All emails so far. */
    taken: () => taken,
    /** Milliseconds from each of these moments to the first email to its address; addresses without one are left out. */
    lateness: (moments: Map<string, number>) =>
      [...moments].flatMap(([address, moment]) => {
        const at = firstTaken.get(address);
        return at === undefined ? [] : [Math.max(0, at - moment)];
      }),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
