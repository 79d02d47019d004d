import { dateInWords } from '../content/date-in-words.ts';
import { welcomeEmail } from '../content/emails/welcome.ts';
import { fill } from './fill.ts';
import { linkTo } from './links.ts';
import type { ClaimedEmail } from './outbox.ts';
import type { EmailTemplate } from './templates.ts';

/** The slots that an announcement's words may contain. */
export const announcementSlots = ['email', 'leave'] as const;

/** The welcome email for one person. @param siteUrl without a slash at its end */
export function welcomeWords(
  template: EmailTemplate,
  { email, source, consentedOn, tokens }: ClaimedEmail,
  siteUrl: string,
): EmailTemplate {
  return fill(template, {
    email,
    date: dateInWords(consentedOn),
    form: source === 'cta' ? welcomeEmail.forms.bottom : welcomeEmail.forms.dialog,
    confirm: linkTo(siteUrl, 'confirm', tokens.confirm),
    notMe: linkTo(siteUrl, 'not-me', tokens['not-me']),
    leave: linkTo(siteUrl, 'leave', tokens.leave),
  });
}

/** An announcement for one person. @param siteUrl without a slash at its end */
export function announcementWords(
  template: EmailTemplate,
  { email, tokens }: { email: string; tokens: { leave: string } },
  siteUrl: string,
): EmailTemplate {
  const facts: Record<(typeof announcementSlots)[number], string> = {
    email,
    leave: linkTo(siteUrl, 'leave', tokens.leave),
  };
  return fill(template, facts);
}
