import { site } from '../../site.ts';
import type { PolicySection } from './section.ts';

const { controller, contact } = site;

/** The sections before the table of fields. */
export const before: readonly PolicySection[] = [
  {
    id: 'short',
    title: 'The short of it',
    paragraphs: [
      'You can read every page without giving us anything. If you join the waitlist, we store your email address and a few facts about the joining. We use them to email you about the beta, the launch and new articles. We never sell them. Only the kinds of supplier listed below handle them, and we erase them when you say so.',
      'We never ask for your name, your date of birth, your sex, where you live, which school you follow, or whether you pray.',
    ],
  },
  {
    id: 'controller',
    title: 'Who is responsible',
    paragraphs: [
      `The controller is ${controller.name}, ${controller.postalAddress}. That means: we decide why and how the waitlist is kept. We have no data protection officer, so all questions come to us, by post or by email to ${contact.address}.`,
    ],
  },
  {
    id: 'faith',
    title: 'Your faith',
    paragraphs: [
      `${site.name} is being made for Muslims, so an address on its list may be read as a sign of religion, whether or not it is one. The law calls this special category data and asks for more care. So do we.`,
      'That is why we ask for your explicit consent in the words above each join button. The form is the only way onto the list. Nobody can use it to find out who has joined: it answers an address that is on the list exactly like a new one. We do not rent the list out, match it with other lists or show it to advertisers.',
    ],
  },
  {
    id: 'basis',
    title: 'Why the law lets us hold it',
    paragraphs: [
      'The articles below are those of the UK GDPR. You are under no duty to give us anything. Without an email address you cannot be on the list; nothing else on this site changes.',
    ],
    points: [
      {
        term: 'Your entry',
        text: 'Consent, Article 6(1)(a), and explicit consent, Article 9(2)(a), for what it may reveal. You can withdraw both at any time. What was done before stays lawful.',
      },
      {
        term: 'If you have left the list',
        text: 'Our legitimate interest, Article 6(1)(f): to email you no more, and to be able to show that you agreed and that you left. For what it may reveal, Article 9(2)(f), legal claims. If you would rather have it erased, we erase it.',
      },
      {
        term: 'Counts of tries, and logs',
        text: 'Our legitimate interest, Article 6(1)(f), in a list of real people and a site that stays up.',
      },
      {
        term: 'Your emails to us',
        text: 'Our legitimate interest, Article 6(1)(f), in answering you; and our legal duty, Article 6(1)(c), where you use one of the rights below.',
      },
    ],
  },
];
