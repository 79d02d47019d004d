/** Parses TRUST_PROXY, how many proxies stand in front; undefined unless it is a number from 0 to 10. */
export function parseProxyCount(text: string): number | undefined {
  return /^(\d|10)$/.test(text) ? Number(text) : undefined;
}
