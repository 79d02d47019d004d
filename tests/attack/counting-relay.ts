import type { Socket } from 'node:net';
import { startForwarder } from '../support/network.ts';

export interface CountingRelay {
  /** The same database, reached through the relay. */
  url: string;
  /** Statements sent through it so far. */
  statements(): number;
  close(): Promise<void>;
}

/** A message of PostgreSQL's protocol: a type, then its length, the four bytes of the length included. */
const headLength = 5;
/** 'Q' (a simple query) and 'E' (the execution of a prepared one); protocol 3, section 55.7. */
const statementTypes = [0x51, 0x45];

/** Calls back for each statement that a client sends. The first message, the startup message, has no type byte. */
function readStatements(client: Socket, onStatement: () => void): void {
  let rest = Buffer.alloc(0);
  let isStartup = true;
  client.on('data', (part: Buffer) => {
    rest = Buffer.concat([rest, part]);
    for (;;) {
      const typeLength = isStartup ? 0 : 1;
      if (rest.length < headLength) return;
      const length = typeLength + rest.readUInt32BE(typeLength);
      if (rest.length < length) return;
      if (!isStartup && statementTypes.includes(rest[0] ?? 0)) onStatement();
      isStartup = false;
      rest = rest.subarray(length);
    }
  });
}

/** A TCP relay between a server and its PostgreSQL that counts the statements. */
export async function startCountingRelay(databaseUrl: string): Promise<CountingRelay> {
  const url = new URL(databaseUrl);
  let statements = 0;
  const forwarder = await startForwarder(Number(url.port), (client) =>
    readStatements(client, () => {
      statements += 1;
    }),
  );
  url.port = String(forwarder.port);
  return { url: url.href, statements: () => statements, close: forwarder.close };
}
