import { dateInWords } from '../content/date-in-words.ts';
import { welcomeEmail } from '../content/emails/welcome.ts';
import { privacyPath } from '../content/paths.ts';
import { type LinkHome, linkTo, oneClickLink } from './links.ts';
import type { ClaimedEmail } from './outbox.ts';
import type { EmailTemplate } from './templates.ts';

const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };

/** Text as HTML, also for use within an attribute in quotes of either kind. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&${entities[character]};`);

/** A slot as it stands in words, `{{email}}`, and as a URL encodes it, `%7B%7Bemail%7D%7D`. */
const slot = /\{\{(\w+)\}\}|%7B%7B(\w+)%7D%7D/gi;

/**
 * Fills an email's slots with a person's facts. In a URL a fact is encoded, as its slot is.
 * @throws Error when a slot has no value: an incomplete email must not be sent
 */
export function fill({ subject, html, text }: EmailTemplate, facts: Record<string, string>): EmailTemplate {
  const factOf = (name: string) => {
    if (facts[name] === undefined) throw new Error(`The email's slot ${name} has no value.`);
    return facts[name];
  };
  // In one pass: a fact may itself look like a slot.
  const filled = (template: string, write = (fact: string) => fact) =>
    template.replace(slot, (_, inWords?: string, inUrl?: string) =>
      inWords !== undefined ? write(factOf(inWords)) : write(encodeURIComponent(factOf(inUrl ?? ''))),
    );
  return { subject: filled(subject), html: filled(html, escapeHtml), text: filled(text) };
}

/** Any email but news for one person. */
export const wordsFor = (
  template: EmailTemplate,
  { email, source, consentedOn, tokens }: ClaimedEmail,
  home: LinkHome,
): EmailTemplate =>
  fill(template, {
    email,
    date: dateInWords(consentedOn),
    form: source === 'cta' ? welcomeEmail.forms.bottom : welcomeEmail.forms.dialog,
    confirm: linkTo(home, 'confirm', tokens.confirm),
    notMe: linkTo(home, 'not-me', tokens['not-me']),
    leave: linkTo(home, 'leave', tokens.leave),
    place: linkTo(home, 'place', tokens.place),
    change: linkTo(home, 'change', tokens.change),
    privacy: home.siteUrl + privacyPath,
  });

/**
 * The link in the List-Unsubscribe header (RFC 8058): it leaves the list. An address that is only asked about a move is not on the
 * list: there it ends our emails to that address.
 */
export const unsubscribeLink = (
  { links, tokens }: Pick<ClaimedEmail, 'links' | 'tokens'>,
  home: LinkHome,
): string => {
  const purpose = links.includes('leave') ? 'leave' : 'not-me';
  return oneClickLink(home, purpose, tokens[purpose]);
};

/** The slots that an announcement's words may contain. */
export const announcementSlots = ['email', 'leave', 'place'] as const;

/** An announcement for one person. */
export const announcementWords = (
  template: EmailTemplate,
  { email, tokens }: { email: string; tokens: Pick<ClaimedEmail['tokens'], 'leave' | 'place'> },
  home: LinkHome,
): EmailTemplate =>
  fill(template, {
    email,
    leave: linkTo(home, 'leave', tokens.leave),
    place: linkTo(home, 'place', tokens.place),
  });
