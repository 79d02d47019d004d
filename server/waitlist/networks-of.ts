import { isIPv4, isIPv6 } from 'node:net';

export interface Networks {
  /** The IPv4 address itself, or the IPv6 /64: what one household or one phone is given. */
  client: string;
  /** The /24 or the /48 round it. */
  network: string;
}

/**
 * What counts as one client and what as its network.
 * Takes an address, IPv4, IPv6 or IPv4 inside IPv6; returns both as their first addresses, or undefined when it is neither.
 */
export function networksOf(address: string): Networks | undefined {
  const four = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(four)) return { client: four, network: four.replace(/\d+$/, '0') };
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  return { client: prefix(groups, 4), network: prefix(groups, 3) };
}

/** The URL parser brings every spelling of an address to one, IPv4 endings included. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function prefix(groups: string[], kept: number): string {
  const first = groups.slice(0, kept).join(':');
  return new URL(`http://[${first}::]`).hostname.slice(1, -1);
}
