/** Longer than any address, domain in any script included: what is longer is refused by the database unread. */
const longest = 1000;

/**
 * What JavaScript does to a typed address before SQL decides about it.
 * Takes anything that was typed; returns text that PostgreSQL can take, an international domain as punycode (UTS 46):
 * SQL has no such tables. Nothing is refused here: there is one door, and it is waitlist.join_set.
 */
export function addressForDatabase(typed: string): string {
  const text = textForDatabase(typed.slice(0, longest));
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).trim();
  if (at < 0 || !hasOtherScript(domain) || isUrlSyntax(domain)) return text;
  return `${text.slice(0, at + 1)}${asciiDomain(domain) ?? domain}`;
}

/**
 * Takes any JavaScript string; returns one that PostgreSQL accepts. It takes neither NUL nor half a character, and would
 * fail with an error instead of an answer; the replacement character is refused like any other that is not plain.
 */
export function textForDatabase(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII is exactly this range.
const hasOtherScript = (domain: string) => /[^\x00-\x7f]/.test(domain);

/** Characters that would make the URL parser read something else than a domain. */
const isUrlSyntax = (domain: string) => /[\s/\\?#@:%[\]]/.test(domain);

function asciiDomain(domain: string): string | undefined {
  const url = URL.parse(`http://${domain}`);
  return url?.hostname;
}
