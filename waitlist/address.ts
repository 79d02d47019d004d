/** Characters. No email is longer, in any script; the database decides what is too long. */
const maxEmailLength = 1000;

/**
 * An email as PostgreSQL can store it, an international domain as punycode (UTS 46), for which SQL has no tables. Nothing is
 * refused here: only waitlist.join_batch decides that.
 */
export function storableEmail(typed: string): string {
  const text = storableText(typed.slice(0, maxEmailLength));
  const at = text.lastIndexOf('@');
  // A pasted address may end in a mark that nobody sees, such as the end of right-to-left text.
  const domain = text.slice(at + 1).replace(/^\s+|[\s\p{Cf}]+$/gu, '');
  // The URL parser would take characters that end a domain, and plain ASCII is left for the database to judge.
  if (at < 0 || /[\s/\\?#@:%[\]]/.test(domain) || !/[\u0080-\uffff]/.test(domain)) return text;
  return `${text.slice(0, at + 1)}${URL.parse(`http://${domain}`)?.hostname ?? domain}`;
}

/**
 * PostgreSQL's text holds neither NUL nor a lone surrogate: the statement would fail instead of refusing the email. The
 * replacement character is refused like any other that is not plain.
 */
export const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** What stands after the @ of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
