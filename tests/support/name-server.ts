import { Resolver } from 'node:dns/promises';
import DNS from 'dns2';

const { Packet } = DNS;

/** The records by name: texts for TXT, hosts for MX. */
export interface Zone {
  txt?: Record<string, string[]>;
  mx?: Record<string, string[]>;
}

/** A TXT record is made of strings of 255 bytes at most (RFC 1035, 3.3.14). */
const inStrings = (text: string) => text.match(/.{1,255}/g) ?? [''];

/** Starts a real name server on loopback with only these records, and a resolver that asks only it. */
export async function startNameServer({ txt = {}, mx = {} }: Zone) {
  const server = DNS.createUDPServer((request, send) => {
    const response = Packet.createResponseFromRequest(request);
    for (const { name, type } of request.questions) {
      const shared = { name, type, class: Packet.CLASS.IN, ttl: 60 };
      const records =
        type === Packet.TYPE.TXT
          ? (txt[name] ?? []).map((text) => ({ ...shared, data: inStrings(text) }))
          : (mx[name] ?? []).map((exchange) => ({ ...shared, exchange, priority: 10 }));
      response.answers.push(...(records as DNS.Packet.Resource[]));
      if (records.length === 0) response.header.rcode = Packet.RCODE.NXDOMAIN;
    }
    void send(response);
  });
  await server.listen(0, '127.0.0.1');
  return { resolver: askOnly(server.address().port), stop: () => void server.close() };
}

/** A resolver that asks only the name server at this port. */
export function askOnly(port: number): Resolver {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  return resolver;
}
