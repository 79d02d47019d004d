import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import DNS from 'dns2';

/** Lets a server listen on a free port of loopback; returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await once(probe.close(), 'close');
  return port;
}

/** Whether something listens on a port of this machine. */
export async function isOpen(port: number): Promise<boolean> {
  const probe = connect(port, '127.0.0.1');
  const opened = await once(probe, 'connect').catch(() => undefined);
  probe.destroy();
  return opened !== undefined;
}

/** A local TCP port that forwards to another: the address that follows the primary, as HAProxy or a virtual IP does. */
export async function startForwarder(target: number) {
  let leadsTo = target;
  const open = new Set<Socket>();
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    open.add(client);
    // When one side closes, the other is closed too, as without anything between them.
    const onward = connect(leadsTo, '127.0.0.1').setNoDelay(true);
    pipeline(client.setNoDelay(true), onward, client, () => open.delete(client));
  });
  return {
    port: await listen(server),
    /** Forwards to another port from now on; connections to the previous one are closed. */
    leadTo(port: number) {
      leadsTo = port;
      cutAll();
    },
    async close() {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}

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

export function askOnly(port: number): Resolver {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  return resolver;
}

let visitors = 0;

/** An address for each test (RFC 3849), so that one test's joins do not use up another's limits. */
export function newVisitorAddress(): string {
  visitors += 1;
  return `2001:db8:${(process.pid % 65_536).toString(16)}:${visitors.toString(16)}::1`;
}
