/**
 * Reads a list of origins as the setting ALLOWED_ORIGINS writes it: https://one.example, https://two.example.
 * Returns them as a browser sends them in Origin, or undefined when one of them is none (a path is no part of an origin).
 */
export function readOrigins(text: string): string[] | undefined {
  const origins = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const url = URL.parse(part);
      return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : undefined;
    });
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}
