import { render, toPlainText } from 'react-email';
import { welcomeEmail } from '../../content/emails/welcome.ts';
import type { EmailTemplates } from '../templates.ts';
import { WelcomeEmail } from './welcome.tsx';

/** What the build asks for: every email, rendered once, with its slots. */
export async function renderEmails(): Promise<EmailTemplates> {
  const html = await render(<WelcomeEmail />);
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });
  return { welcome: { subject: welcomeEmail.subject, html, text } };
}
