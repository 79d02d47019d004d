// Settings that the edge function reads as well, without settings.ts and its packages.

/**
 * Parses ALLOWED_ORIGINS: `https://one.example, https://two.example`. Origins come out serialized as a browser sends them
 * (RFC 6454, 6.2); undefined when an item is no origin (one with a path, say).
 */
export function parseOrigins(text: string): string[] | undefined {
  const origins = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const url = URL.parse(item);
      return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : undefined;
    });
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

/** Parses TRUST_PROXY, how many proxies stand in front; undefined unless it is a number from 0 to 10. */
export function parseProxyCount(text: string): number | undefined {
  return /^(\d|10)$/.test(text) ? Number(text) : undefined;
}
