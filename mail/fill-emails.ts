import { dateInWords } from '../content/date-in-words.ts';
import { askingEmail } from '../content/emails/asking.ts';
import { bottomFormSource } from '../content/join-fields.ts';
import { privacyPath } from '../content/paths.ts';
import {
  type LinkHome,
  type LinkPurpose,
  linkPages,
  linkPurposes,
  linksOfAnnouncement,
  linkTo,
  oneClickLink,
} from './links.ts';
import type { ClaimedEmail } from './outbox.ts';
import type { EmailTemplate } from './templates.ts';

const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };

/** Text as HTML, also for use within an attribute in quotes of either kind. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&${entities[character]};`);

/** A slot as it stands in words, `{{email}}`, and as a URL encodes it, `%7B%7Bemail%7D%7D`. */
const slot = /\{\{(\w+)\}\}|%7B%7B(\w+)%7D%7D/gi;

/** What the slots of a text stand for, by their names. */
type Facts = Record<string, string | undefined>;

/**
 * Fills the slots of a text with a person's facts. In a URL a fact is encoded, as its slot is.
 * @param write how a fact is written, such as escapeHtml
 * @throws Error when a slot has no value: an incomplete email must not be sent
 */
export function fillSlots(text: string, facts: Facts, write = (fact: string) => fact): string {
  const factOf = (name: string) => {
    if (facts[name] === undefined) throw new Error(`The email's slot ${name} has no value.`);
    return facts[name];
  };
  // In one pass: a fact may itself look like a slot.
  return text.replace(slot, (_, inWords?: string, inUrl?: string) =>
    inWords !== undefined ? write(factOf(inWords)) : write(encodeURIComponent(factOf(inUrl ?? ''))),
  );
}

/** Fills the slots of an email. @throws Error when a slot has no value */
export const fillTemplate = ({ subject, html, text }: EmailTemplate, facts: Facts): EmailTemplate => ({
  subject: fillSlots(subject, facts),
  html: fillSlots(html, facts, escapeHtml),
  text: fillSlots(text, facts),
});

/** The name of the slot for each link. */
const slotOfLink: Record<LinkPurpose, string> = {
  confirm: 'confirm',
  leave: 'leave',
  'not-me': 'notMe',
  place: 'place',
  change: 'change',
};

/** The slots that stand for a link in an announcement's words. */
export const announcementLinkSlots: readonly string[] = linksOfAnnouncement.map(
  (purpose) => slotOfLink[purpose],
);

/** All slots that an announcement's words may contain. */
export const announcementSlots: readonly string[] = ['email', ...announcementLinkSlots];

/** What an email may say to one person. A fact that is missing has no slot. */
export interface Recipient
  extends Pick<ClaimedEmail, 'address'>,
    Partial<Pick<ClaimedEmail, 'source' | 'consentedOn'>> {
  tokens: Partial<ClaimedEmail['tokens']>;
}

/** The words of an email for one person. @throws Error when a slot has no value */
export function wordsFor(
  template: EmailTemplate,
  { address, source, consentedOn, tokens }: Recipient,
  home: LinkHome,
): EmailTemplate {
  const link = (purpose: LinkPurpose) => {
    const token = tokens[purpose];
    return token === undefined ? undefined : linkTo(home, purpose, token);
  };
  const links = linkPurposes.map((purpose) => [slotOfLink[purpose], link(purpose)]);
  return fillTemplate(template, {
    email: address,
    date: consentedOn === undefined ? undefined : dateInWords(consentedOn),
    form: source === undefined ? undefined : formOf(source),
    privacy: home.siteUrl + privacyPath,
    ...Object.fromEntries(links),
  });
}

const formOf = (source: string): string =>
  source === bottomFormSource ? askingEmail.forms.bottom : askingEmail.forms.dialog;

/**
 * The link in the List-Unsubscribe header (RFC 8058). It leaves the list, or ends the emails to an address that is only asked about a
 * move, and is not on the list.
 * @throws Error when the email has no such link
 */
export function unsubscribeLink(
  { links, tokens }: Pick<Recipient, 'tokens'> & { links: readonly LinkPurpose[] },
  home: LinkHome,
): string {
  const purpose = linkPurposes.find((each) => linkPages[each].endsEmails && links.includes(each));
  const token = purpose && tokens[purpose];
  if (purpose === undefined || token === undefined)
    throw new Error('The email has no link that ends our emails.');
  return oneClickLink(home, purpose, token);
}
