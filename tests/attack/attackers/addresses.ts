export interface Crowd {
  /** How the attackers' addresses are distributed: each network in another IPv4 /16, or all as /48s of one IPv6 /32. */
  form: 'ipv4' | 'ipv6';
  networks: number;
  /** Clients in each network. */
  clients: number;
}

/** The address for the crowd's n-th try, for X-Forwarded-For: it cycles through the networks, then through their clients. */
export function addressOf({ form, networks, clients }: Crowd, turn: number): string {
  const network = turn % networks;
  const client = 1 + (Math.floor(turn / networks) % clients);
  if (form === 'ipv6') return `2001:db8:${network.toString(16)}:${client.toString(16)}::1`;
  // Above the visitors' addresses (visitor.ts); what does not fit into the second byte overflows into the first, then the third.
  const second = network & 255;
  const first = 100 + ((network >> 8) & 127);
  return `${first}.${second}.${network >> 15}.${client}`;
}
