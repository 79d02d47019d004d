export interface Crowd {
  /** How the attackers' addresses lie: each network in another IPv4 /16, or all as /48s of one IPv6 /32. */
  form: 'ipv4' | 'ipv6';
  networks: number;
  /** Clients in each network. */
  clients: number;
}

/** The address of a crowd's try of this number, for X-Forwarded-For: networks first, then their clients, round and round. */
export function addressOf({ form, networks, clients }: Crowd, turn: number): string {
  const network = turn % networks;
  const client = 1 + (Math.floor(turn / networks) % clients);
  if (form === 'ipv6') return `2001:db8:${network.toString(16)}:${client.toString(16)}::1`;
  // Above the visitors' (visitor.ts); what does not fit into the second byte goes on in the third.
  const second = network & 255;
  const first = 100 + ((network >> 8) & 127);
  return `${first}.${second}.${network >> 15}.${client}`;
}
