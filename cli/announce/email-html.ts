import { Marked, type Token } from 'marked';
import type { CSSProperties } from 'react';
import sanitizeHtml from 'sanitize-html';
import { colours, styles } from '../../mail/messages/styles.ts';

const list: CSSProperties = { ...styles.text, paddingLeft: '24px' };

/** Each tag as in the email's layout: an inline style for mail readers without style sheets, and a class for dark mode. */
const tagStyles: Record<string, { style: CSSProperties; className: string }> = {
  h1: { style: styles.heading, className: 'ink' },
  h2: { style: { ...styles.heading, fontSize: '24px', lineHeight: '30px' }, className: 'ink' },
  h3: { style: { ...styles.text, fontWeight: 600 }, className: 'ink' },
  p: { style: styles.text, className: 'ink' },
  ul: { style: list, className: 'ink' },
  ol: { style: list, className: 'ink' },
  a: { style: styles.link, className: 'link' },
  blockquote: {
    style: { margin: '0 0 16px', paddingLeft: '16px', borderLeft: `3px solid ${colours.line}` },
    className: 'ink',
  },
  code: {
    style: { fontFamily: 'Menlo, Consolas, monospace', fontSize: '16px', display: 'inline-block' },
    className: 'ink',
  },
};

const unstyledTags = ['li', 'em', 'strong', 'br', 'hr'];

const styleText = (style: CSSProperties) =>
  Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

const styledTag = (name: string): [string, sanitizeHtml.Transformer] => [
  name,
  (tagName, { href, start }) => {
    const attribs: sanitizeHtml.Attributes = {};
    if (href !== undefined) attribs.href = href;
    if (start !== undefined) attribs.start = start;
    const { style, className } = tagStyles[name] ?? {};
    if (style) attribs.style = styleText(style);
    if (className) attribs.class = className;
    return { tagName, attribs };
  },
];

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...Object.keys(tagStyles), ...unstyledTags],
  allowedAttributes: { '*': ['style', 'class'], a: ['href'], ol: ['start'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  transformTags: Object.fromEntries(Object.keys(tagStyles).map(styledTag)),
};

const marked = new Marked({ gfm: true });

function assertFitForEmail(token: Token): void {
  if (token.type === 'image')
    throw new Error(`An email shows no pictures, because most readers load none: take out ${token.raw}.`);
  if (token.type === 'link' && !/^(https:\/\/|mailto:)/.test(token.href))
    throw new Error(`A link in an email must begin with https:// or mailto:, unlike ${token.href}.`);
}

/**
 * Converts Markdown to HTML in the email's style, with only the tags and attributes allowed here.
 * @throws Error with a sentence for the author at a Markdown picture, and at a Markdown link that does not work in an email
 */
export function emailHtml(markdown: string): string {
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, assertFitForEmail);
  const html = marked.parser(tokens);
  // In a URL marked encodes {{email}} as %7B%7Bemail%7D%7D, which would no longer be a slot.
  return sanitizeHtml(html, allowed)
    .replace(/%7B%7B(\w+)%7D%7D/g, '{{$1}}')
    .trim();
}
