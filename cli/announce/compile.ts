import { convert } from 'html-to-text';
import { Marked, type Token } from 'marked';
import type { CSSProperties } from 'react';
import { z } from 'zod';
import { parseFrontMatter } from '../../build/articles/front-matter.ts';
import { announcementLinkSlots, announcementSlots, escapeHtml } from '../../mail/fill-emails.ts';
import { colours, styles } from '../../mail/messages/styles.ts';
import type { EmailTemplate } from '../../mail/templates.ts';

const fields = z.strictObject({
  subject: z.string('must be there').min(1).max(120),
  /** The text that an inbox shows after the subject. */
  preheader: z.string().min(1).max(150).optional(),
});

const list: CSSProperties = { ...styles.text, paddingLeft: '24px' };

/** As in the email's layout: inline, for mail readers without style sheets. */
const tagStyles: Record<string, CSSProperties> = {
  h1: styles.heading,
  h2: { ...styles.heading, fontSize: '24px', lineHeight: '30px' },
  h3: { ...styles.text, fontWeight: 600 },
  p: styles.text,
  ul: list,
  ol: list,
  a: styles.link,
  blockquote: { margin: '0 0 16px', paddingLeft: '16px', borderLeft: `3px solid ${colours.line}` },
  code: { fontFamily: 'Menlo, Consolas, monospace', fontSize: '16px', display: 'inline-block' },
};

const styleText = (style: CSSProperties = {}) =>
  Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

const marked = new Marked({ gfm: true });

/** Makes the error that names the file and a line of it. */
type MistakeOn = (line: number, mistake: string) => Error;

/** The person's own links, as they stand in the words. */
const ownLinks = announcementLinkSlots.map((slot) => `{{${slot}}}`);

/** Where a link may lead: a page, a mailbox, or one of the person's own links. */
const isLinkTarget = (href: string) => /^(https:\/\/|mailto:)/.test(href) || ownLinks.includes(href);

/** What an email cannot hold, as a sentence for the author. */
function mistakeIn(token: Token): string | undefined {
  const [start = ''] = token.raw.trim().split('\n');
  if (token.type === 'html')
    return `an email takes no HTML: write ${start} in Markdown. A link is [words](https://…).`;
  if (token.type === 'image')
    return `an email shows no pictures, because most readers load none: take out ${start}.`;
  if (token.type === 'link' && !isLinkTarget(token.href))
    return `a link in an email must begin with https:// or mailto:, unlike ${token.href}.`;
  return undefined;
}

/** Completes a link that was typed bare, without words of its own: `www.…` leads to https, and it is shown as it is asked for. */
function completeBareLink(token: Token): void {
  if (token.type !== 'link' || !token.autolink) return;
  if (/^www\./i.test(token.raw)) token.href = `https://${token.raw}`;
  if (token.href.startsWith('mailto:')) return;
  token.text = token.href.replace(/\{\{(\w+)\}\}/g, '%7B%7B$1%7D%7D');
}

/** How many lines of a block stand before one of its tokens. A token's raw text leaves out what marks a quote or a list. */
function linesBefore(token: Token, block: Token): number {
  const [start = ''] = token.raw.trim().split('\n');
  const before = block.raw.slice(0, Math.max(0, block.raw.indexOf(start)));
  return before.split('\n').length - 1;
}

/**
 * Converts Markdown to HTML in the email's style.
 * @param firstLine the line of the file on which the Markdown begins
 * @throws Error of `mistakeOn` at HTML, at a picture, and at a link that does not work in an email
 */
function emailHtml(markdown: string, firstLine: number, mistakeOn: MistakeOn): string {
  const blocks = marked.lexer(markdown);
  let line = firstLine;
  for (const block of blocks) {
    marked.walkTokens([block], (token) => {
      completeBareLink(token);
      const mistake = mistakeIn(token);
      if (mistake !== undefined) throw mistakeOn(line + linesBefore(token, block), mistake);
    });
    line += block.raw.split('\n').length - 1;
  }
  return (
    marked
      .parser(blocks)
      // The class is for dark mode.
      .replace(
        new RegExp(`<(${Object.keys(tagStyles).join('|')})(?=[ >])`, 'g'),
        (tag, name) =>
          `${tag} style="${escapeHtml(styleText(tagStyles[name]))}" class="${name === 'a' ? 'link' : 'ink'}"`,
      )
      // A slot that is the whole link stands for a URL, which is not encoded once more.
      .replace(/href="%7B%7B(\w+)%7D%7D"/g, 'href="{{$1}}"')
      .trim()
  );
}

/** Plain text of an email's HTML, with or without the URLs of its links. */
const plainText = (html: string, withUrls: boolean) =>
  convert(html, {
    wordwrap: false,
    selectors: [
      {
        selector: 'a',
        options: { linkBrackets: false, hideLinkHrefIfSameAsText: true, ignoreHref: !withUrls },
      },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
    ],
  });

/** As much of a text as an inbox shows after the subject, without part of a character or of a slot at its end. */
const beginningOf = (text: string) => text.replace(/(?<=^.{120}).+/su, '').replace(/\{(\{(\w*\}?)?)?$/, '');

/**
 * Fills the template for announcements with the words of one: front matter with a subject and an optional preheader, then
 * Markdown. The slots for a person's facts remain; in a URL they are encoded, as their facts will be.
 * @param frame the template as rendered by the build, with slots for subject, preheader and body
 * @throws Error that names the file and the line of the first mistake
 */
export function compileAnnouncement(file: string, written: string, frame: EmailTemplate): EmailTemplate {
  const mistakeOn = (line: number, mistake: string) => new Error(`${file}, line ${line}: ${mistake}`);
  const { frontMatter, body, bodyLine } = parseFrontMatter(written, fields, mistakeOn);
  refuseUnknownSlots(written, mistakeOn);
  if (body.trim() === '') throw mistakeOn(1, 'there is nothing under the front matter.');
  const html = emailHtml(body, bodyLine, mistakeOn);
  const text = plainText(html, true);
  const preheader = frontMatter.preheader ?? beginningOf(plainText(html, false).replace(/\s+/g, ' '));
  // Functions, because patterns such as $& have a meaning in a replacement string.
  return {
    subject: frontMatter.subject,
    html: frame.html
      .replaceAll('{{preheader}}', () => escapeHtml(preheader))
      .replaceAll('{{body}}', () => html),
    text: frame.text.replaceAll('{{body}}', () => text),
  };
}

/** Refuses a slot that no announcement has, also one that was typed as a URL encodes it. */
function refuseUnknownSlots(written: string, mistakeOn: MistakeOn): void {
  const slots = announcementSlots.map((slot) => `{{${slot}}}`);
  for (const [index, line] of written.split('\n').entries()) {
    const decoded = line.replace(/%7B/gi, '{').replace(/%7D/gi, '}');
    for (const [slot, name] of decoded.matchAll(/\{\{([^}]*)\}?\}?/g))
      if (!slots.includes(slot))
        throw mistakeOn(index + 1, `there is no {{${name}}}. There are: ${slots.join(', ')}.`);
  }
}
