import { isIPv4, isIPv6 } from 'node:net';

export interface Networks {
  /** The IPv4 address itself, or the IPv6 /64, which is assigned to a household or a phone as a whole. */
  client: string;
  /** Its /24 or /48. */
  network: string;
  /** Its /16 or /32, which is assigned to a provider. */
  region: string;
}

/**
 * What the limits count as one client, its network and its region, each as its first address; undefined when the text is not
 * an address. IPv4 inside IPv6 (mapped, or by NAT64) counts as IPv4.
 */
export function networksOf(address: string): Networks | undefined {
  const ipv4 = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(ipv4)) return networksOfIPv4(ipv4);
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(':') === nat64) return networksOfIPv4(embeddedIPv4(groups));
  return { client: prefix(groups, 4), network: prefix(groups, 3), region: prefix(groups, 2) };
}

/** Behind NAT64 all of IPv4 lies in one /96 (RFC 6052, 2.1), and the last two groups are the client's own address. */
const nat64 = '64:ff9b:0:0:0:0';

function embeddedIPv4(groups: string[]): string {
  return groups
    .slice(6)
    .flatMap((group) => {
      const bytes = Number.parseInt(group, 16);
      return [bytes >> 8, bytes & 255];
    })
    .join('.');
}

function networksOfIPv4(address: string): Networks {
  const [first, second, third] = address.split('.');
  return { client: address, network: `${first}.${second}.${third}.0`, region: `${first}.${second}.0.0` };
}

/** The URL parser normalises every spelling of an address, IPv4 endings included. */
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
