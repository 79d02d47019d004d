/** Characters. Longer than any email, whatever the script of its domain; the database refuses longer ones. */
const maxLength = 1000;

/**
 * An email as PostgreSQL can store it, an international domain as punycode (UTS 46), for which SQL has no tables. Nothing is
 * refused here: only waitlist.join_batch decides that.
 */
export function storableEmail(typed: string): string {
  const text = storableText(typed.slice(0, maxLength));
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).trim();
  if (at < 0 || !hasOtherScript(domain) || isUrlSyntax(domain)) return text;
  return `${text.slice(0, at + 1)}${asciiDomain(domain) ?? domain}`;
}

/**
 * PostgreSQL's text holds neither NUL nor a lone surrogate: the statement would fail instead of refusing the email. The
 * replacement character is refused like any other that is not plain.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII is exactly this range.
const hasOtherScript = (domain: string) => /[^\x00-\x7f]/.test(domain);

/** Characters that end a domain for the URL parser. */
const isUrlSyntax = (domain: string) => /[\s/\\?#@:%[\]]/.test(domain);

function asciiDomain(domain: string): string | undefined {
  const url = URL.parse(`http://${domain}`);
  return url?.hostname;
}
