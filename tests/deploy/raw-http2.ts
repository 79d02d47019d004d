import { connect } from 'node:tls';

type Field = readonly [name: string, value: string];

/** One request in frames: its header fields, valid or not, and its body. */
export interface RawRequest {
  fields: readonly Field[];
  body?: string;
}

const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, goAway: 7 } as const;
const flags = { endStream: 1, endHeaders: 4, ack: 1 } as const;

function frame(type: number, flag: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flag, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** An HPACK string literal without Huffman coding (RFC 7541, 5.2), for lengths below 254. */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const length = bytes.length < 127 ? [bytes.length] : [127, bytes.length - 127];
  return Buffer.concat([Buffer.from(length), bytes]);
}

/** Fields without indexing, with literal names (RFC 7541, 6.2.2): no client library would send some of them. */
const headerBlock = (fields: readonly Field[]) =>
  Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]));

function request(stream: number, { fields, body }: RawRequest): Buffer[] {
  const end = body === undefined ? flags.endStream : 0;
  const headers = frame(frameTypes.headers, flags.endHeaders | end, stream, headerBlock(fields));
  if (body === undefined) return [headers];
  return [headers, frame(frameTypes.data, flags.endStream, stream, Buffer.from(body, 'latin1'))];
}

/**
 * Sends two requests on one HTTP/2 connection and waits until both streams have ended or the connection is closed.
 * Returns how many answers each stream had: 0 where it was reset or the connection was closed.
 */
export function exchangeFrames(
  port: number,
  first: RawRequest,
  second: RawRequest,
): Promise<[number, number]> {
  return new Promise((resolve) => {
    const answers: Record<number, number> = { 1: 0, 3: 0 };
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ALPNProtocols: ['h2'] });
    const settings = frame(frameTypes.settings, 0, 0, Buffer.alloc(0));
    socket.write(
      Buffer.concat([
        Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
        settings,
        ...request(1, first),
        ...request(3, second),
      ]),
    );
    let unread: Buffer = Buffer.alloc(0);
    const over = new Set<number>();
    socket.on('data', (part: Buffer) => {
      unread = Buffer.concat([unread, part]);
      while (unread.length >= 9 && unread.length >= 9 + unread.readUIntBE(0, 3)) {
        const type = unread.readUInt8(3);
        const flag = unread.readUInt8(4);
        const stream = unread.readUInt32BE(5) & 0x7fffffff;
        unread = unread.subarray(9 + unread.readUIntBE(0, 3));
        if (type === frameTypes.settings && flag === 0)
          socket.write(frame(frameTypes.settings, flags.ack, 0, Buffer.alloc(0)));
        if (type === frameTypes.headers) answers[stream] = (answers[stream] ?? 0) + 1;
        const isEnd =
          (type === frameTypes.data || type === frameTypes.headers) && (flag & flags.endStream) !== 0;
        if (isEnd || type === frameTypes.reset) over.add(stream);
        if ((over.has(1) && over.has(3)) || type === frameTypes.goAway) socket.end();
      }
    });
    socket.on('error', () => {}).once('close', () => resolve([answers[1] ?? 0, answers[3] ?? 0]));
  });
}
