/**
 * Parses ALLOWED_ORIGINS: `https://one.example, https://two.example`. Origins come out serialized as a browser sends them
 * (RFC 6454, 6.2); undefined when an item is no origin (one with a path, say). In a file of its own for the edge function,
 * which does without the packages of settings.ts.
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
