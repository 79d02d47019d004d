import { render, toPlainText } from 'react-email';
import { welcomeEmail } from '../../content/emails/welcome.ts';
import type { EmailTemplates } from '../templates.ts';
import { AnnouncementEmail } from './announcement.tsx';
import { WelcomeEmail } from './welcome.tsx';

const textOf = (html: string) =>
  toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });

/** Renders every email once, with its slots, for the build. */
export async function renderEmails(): Promise<EmailTemplates> {
  const welcome = await render(<WelcomeEmail />);
  const announcement = await render(<AnnouncementEmail />);
  return {
    welcome: { subject: welcomeEmail.subject, html: welcome, text: textOf(welcome) },
    announcement: { subject: '{{subject}}', html: announcement, text: textOf(announcement) },
  };
}
