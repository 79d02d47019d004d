import { convert } from 'html-to-text';
import { Marked } from 'marked';
import type { CSSProperties } from 'react';
import { z } from 'zod';
import { parseFrontMatter } from '../../build/articles/front-matter.ts';
import { announcementSlots, escapeHtml } from '../../mail/fill-emails.ts';
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

// The author’s own markup is left out: mail readers treat it each in their own way.
const marked = new Marked({ gfm: true, renderer: { html: () => '' } });

/**
 * Converts Markdown to HTML in the email's style.
 * @throws Error with a sentence for the author at a picture, and at a link that does not work in an email
 */
function emailHtml(markdown: string): string {
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'image')
      throw new Error(`An email shows no pictures, because most readers load none: take out ${token.raw}.`);
    if (token.type === 'link' && !/^(https:\/\/|mailto:)/.test(token.href))
      throw new Error(`A link in an email must begin with https:// or mailto:, unlike ${token.href}.`);
  });
  return (
    marked
      .parser(tokens)
      // The class is for dark mode.
      .replace(
        new RegExp(`<(${Object.keys(tagStyles).join('|')})(?=[ >])`, 'g'),
        (tag, name) =>
          `${tag} style="${escapeHtml(styleText(tagStyles[name]))}" class="${name === 'a' ? 'link' : 'ink'}"`,
      )
      // In a URL marked encodes {{code}} as %7B%7Bcode%7D%7D, which would no longer be a slot.
      .replace(/%7B%7B(\w+)%7D%7D/g, '{{$1}}')
      .trim()
  );
}

/** As much of a text as an inbox shows after the subject, without part of a character or of a slot at its end. */
const beginningOf = (text: string) => text.replace(/(?<=^.{120}).+/su, '').replace(/\{(\{(\w*\}?)?)?$/, '');

/**
 * Fills the template for announcements with the words of one: front matter with a subject and an optional preheader, then
 * Markdown. The slots for a person's facts remain.
 * @param frame the template as rendered by the build, with slots for subject, preheader and body
 * @throws Error that names the file and the line of the first mistake; as emailHtml does
 */
export function compileAnnouncement(file: string, written: string, frame: EmailTemplate): EmailTemplate {
  const mistakeOn = (line: number, mistake: string) => new Error(`${file}, line ${line}: ${mistake}`);
  const { frontMatter, body } = parseFrontMatter(written, fields, mistakeOn);
  const slots = announcementSlots.map((slot) => `{{${slot}}}`);
  for (const [index, line] of written.split('\n').entries()) {
    for (const [slot, name] of line.matchAll(/\{\{([^}]*)\}?\}?/g))
      if (!slots.includes(slot))
        throw mistakeOn(index + 1, `there is no {{${name}}}. There are: ${slots.join(', ')}.`);
  }
  if (body.trim() === '') throw mistakeOn(1, 'there is nothing under the front matter.');
  const html = emailHtml(body);
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  const preheader = frontMatter.preheader ?? beginningOf(text.replace(/\s+/g, ' '));
  // Functions, because patterns such as $& have a meaning in a replacement string.
  return {
    subject: frontMatter.subject,
    html: frame.html
      .replaceAll('{{preheader}}', () => escapeHtml(preheader))
      .replaceAll('{{body}}', () => html),
    text: frame.text.replaceAll('{{body}}', () => text),
  };
}
