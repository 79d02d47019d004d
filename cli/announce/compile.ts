import { convert } from 'html-to-text';
import type { EmailTemplate } from '../../mail/templates.ts';
import type { AnnouncementFile } from './announcement-file.ts';
import { emailHtml } from './email-html.ts';

/** Characters; an inbox shows about as many beside the subject. */
const preheaderLength = 120;

const asText = (html: string) =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Lays an announcement's words into the frame of all emails. What is left are slots for one person's facts.
 * @param frame as the build has rendered it, with slots for subject, preheader and body
 * @throws as emailHtml does
 */
export function compileAnnouncement(
  { subject, preheader, body }: AnnouncementFile,
  frame: EmailTemplate,
): EmailTemplate {
  const html = emailHtml(body);
  const text = asText(html);
  const beside = preheader ?? text.replace(/\s+/g, ' ').slice(0, preheaderLength);
  // Functions, because $& and its kin mean something in a replacement.
  return {
    subject,
    html: frame.html.replaceAll('{{preheader}}', () => escapeHtml(beside)).replaceAll('{{body}}', () => html),
    text: frame.text.replaceAll('{{body}}', () => text),
  };
}
