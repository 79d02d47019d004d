import { convert } from 'html-to-text';
import { escapeHtml } from '../../mail/fill.ts';
import type { EmailTemplate } from '../../mail/templates.ts';
import type { AnnouncementFile } from './announcement-file.ts';
import { emailHtml } from './email-html.ts';

/** Characters; an inbox shows about as many after the subject. */
const preheaderLength = 120;

/** The beginning of a text, without part of a character or of a slot at its end. */
const beginningOf = (text: string) =>
  [...text]
    .slice(0, preheaderLength)
    .join('')
    .replace(/\{(\{(\w*\}?)?)?$/, '');

const asText = (html: string) =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });

/**
 * Fills the template for announcements with the words of one; the slots for a person's facts remain.
 * @param frame the template as rendered by the build, with slots for subject, preheader and body
 * @throws as emailHtml does
 */
export function compileAnnouncement(
  { subject, preheader, body }: AnnouncementFile,
  frame: EmailTemplate,
): EmailTemplate {
  const html = emailHtml(body);
  const text = asText(html);
  const preheaderText = preheader ?? beginningOf(text.replace(/\s+/g, ' '));
  // Functions, because patterns such as $& have a meaning in a replacement string.
  return {
    subject,
    html: frame.html
      .replaceAll('{{preheader}}', () => escapeHtml(preheaderText))
      .replaceAll('{{body}}', () => html),
    text: frame.text.replaceAll('{{body}}', () => text),
  };
}
