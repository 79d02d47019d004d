import { dateOnOneLine } from '../../date-in-words.ts';
import { ifSilent } from '../../silence.ts';
import { site } from '../../site.ts';
import { neverAsked } from './stored.ts';

export interface PolicySection {
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly { term: string; text: string }[];
}

const { controller, contact, erasure, retention, suppliers, authority } = site;
const inWords = new Intl.ListFormat('en', { type: 'disjunction' });
const lastDay = dateOnOneLine(erasure.latest);

/** The sections before the table of fields. */
export const sectionsBefore: readonly PolicySection[] = [
  {
    id: 'short',
    title: 'In short',
    paragraphs: [
      'You can read every page without telling us who you are. If you join the waitlist, we store your email address and a few facts about how you joined. We use them to email you about the beta, the launch and new articles. We never sell your data. Besides us, only the suppliers listed below handle it, and we erase it when you say so.',
      `Joining never asks for ${inWords.format(neverAsked.map(({ what }) => what))}.`,
    ],
  },
  {
    id: 'controller',
    title: 'Who is responsible',
    paragraphs: [
      `The controller is ${controller.name}, ${controller.postalAddress}. We have no data protection officer: write to us by post, or by email to ${contact.address}.`,
    ],
  },
  {
    id: 'faith',
    title: 'Your faith',
    paragraphs: [
      `${site.name} is being made for Muslims, so an address on its list may be read as a sign of religion, whether or not it is one. The law calls this special category data and asks for more care.`,
      'That is why we ask for your explicit consent twice: in the words above the button that sends the form, and on the page behind Yes in our email. Nobody can use the form to find out who has joined: it answers an address that is on the list exactly like a new one. We do not rent the list out, match it with anybody else’s or show it to advertisers.',
    ],
  },
  {
    id: 'basis',
    title: 'Why the law lets us hold it',
    paragraphs: [
      'The articles below are those of the UK GDPR; in the European Economic Area its GDPR gives you the same rights, under the same numbers. You need not give us anything. To join you need only an email address: the form at the foot of the home page asks for nothing else.',
    ],
    points: [
      {
        term: 'Your place',
        text: 'Consent, Article 6(1)(a), and explicit consent, Article 9(2)(a), for what it may reveal. You can withdraw both at any time. What we did before that stays lawful.',
      },
      {
        term: 'Until you answer our email',
        text: 'If it was you: the consent you gave with the form, Articles 6(1)(a) and 9(2)(a). Until we know: our legitimate interest, Article 6(1)(f), in asking you, and in the launch news that the form promised. For what the address may reveal, Article 9(2)(f).',
      },
      {
        term: 'If you have left the list',
        text: 'Our legitimate interest, Article 6(1)(f): to email you no more, and to be able to show that you agreed and that you left. For what it may reveal, Article 9(2)(f), legal claims. The other facts of your place stay with it. Ask, and we erase them all.',
      },
      {
        term: 'Codes of addresses, and reports of returned or unwanted emails',
        text: 'Our legitimate interest, Article 6(1)(f), in writing only where we may, and in keeping erased what was erased. For what a code may reveal, Article 9(2)(f).',
      },
      {
        term: 'Counts of tries, the mark of your network, and logs',
        text: 'Our legitimate interest, Article 6(1)(f), in keeping false entries off the list and the site working.',
      },
      {
        term: 'Your emails to us',
        text: 'Our legitimate interest, Article 6(1)(f), in answering you; and our legal duty, Article 6(1)(c), where you use one of the rights below. For what they may reveal, Article 9(2)(f).',
      },
    ],
  },
];

const daysLater = (days: number) => (days === 1 ? 'a day later' : `${days} days later`);

/** The sections after the table of fields. */
export const sectionsAfter: readonly PolicySection[] = [
  {
    id: 'retention',
    title: 'How long we keep it',
    paragraphs: [
      `We erase the whole list ${erasure.monthsAfterLaunch} months after the public launch. If the launch is late or never comes, we erase it on ${lastDay} all the same. We are reminded daily until it is done.`,
      `What is erased from the list is gone from the backups within ${retention.backupDays} days. For the same time we keep a code made from the erased address, so that it stays erased if we bring back a backup. Emails to us are deleted ${retention.correspondenceMonths} months after our last answer.`,
    ],
  },
  {
    id: 'browser',
    title: 'In your browser, and in our logs',
    paragraphs: [
      'Visiting sets no cookie and writes nothing to your browser’s storage. There is no analytics and no counting pixel. Nothing is loaded from other sites.',
      'To guess your city, the home page reads your browser’s time zone and fetches that zone’s cities from our host. What you type in the planner stays on the page.',
      'The form uses open-source code from Supabase, which we serve ourselves. It sends the form to the host of our waitlist, listed below. When you join, it tests whether your browser’s local storage can be written to, and removes the test entry straight away.',
      `Our log has a line for each form, each press behind a link in our emails, and each email that is turned away. It says when, a random number, how it went and how long it took. It holds neither your email address nor your internet address. A line is deleted within ${retention.logDays} days.`,
    ],
  },
  {
    id: 'others',
    title: 'Who else handles it',
    paragraphs: [
      'Suppliers work for us under contract and on our instructions. Any host sees from which internet address a page is asked for; ours may note it for its own security.',
    ],
    points: suppliers.map(({ role, name, country, safeguard }) => ({
      term: role,
      text: `Who: ${name}; where: ${country}; safeguard: ${safeguard}.`,
    })),
  },
  {
    id: 'decisions',
    title: 'Automated decisions',
    paragraphs: [
      'No automated decision has a legal or similarly significant effect on you, and there is no profile of you. After very many tries the form asks you to wait a minute.',
    ],
  },
  {
    id: 'strangers',
    title: 'If somebody else typed your address',
    paragraphs: [
      `An email asks whether it was you${site.reminderAfterDays > 0 ? `; if no answer comes, one more asks ${daysLater(site.reminderAfterDays)}` : ''}.`,
      `If you never answer, ${ifSilent}.`,
      'If it was not you, press This wasn’t me: we erase the address, and keep only a code that stops our emails.',
      'If somebody asks to move their place to your address, your address is kept with theirs until you press This wasn’t me, or theirs is erased.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    paragraphs: [
      'The link Your place on the list, in our emails, shows what we hold and does at once what you ask for there. Or write from the address on the list, so that we know it is you. It costs nothing. We answer within one month; a difficult case may take two more.',
    ],
    points: [
      {
        term: 'Access',
        text: 'That page shows your place, and lets you download all that we hold. Or ask us.',
      },
      {
        term: 'Correction',
        text: 'You can move your place to another address, once you press Yes in the email we send there, and on the page it opens. If you mistyped it, tell us the wrong address: unless it is confirmed, we erase it, and you join again.',
      },
      {
        term: 'Leaving',
        text: 'You can withdraw consent through the link in any of our emails, or by writing to us. You then give up founder pricing, unless you have opened an account with it. Your place stays, marked as left (reasons above). Only if somebody types your address again, an email asks if it was you.',
      },
      { term: 'Erasure', text: 'The button on that page erases your place. Or ask us.' },
      {
        term: 'Restriction',
        text: 'Write to us: while a dispute lasts, we mark your place as left, send it nothing and keep founder pricing.',
      },
      {
        term: 'Portability',
        text: 'The download on that page is a file that other programs can read.',
      },
    ],
  },
  {
    id: 'objection',
    title: 'Your right to object',
    paragraphs: [
      'You can object to whatever rests on our legitimate interest (Article 21). We then stop; only for a legal claim may we keep what it needs. Leave or press This wasn’t me, and our emails end at once.',
    ],
  },
  {
    id: 'complaints',
    title: 'Complaints',
    paragraphs: [
      `You can complain to us: by email to ${contact.address}, or by post to ${controller.postalAddress}. We will acknowledge it within 30 days, look into it, and tell you what came of it.`,
      `You may also go straight to the ${authority.name} (formerly the ${authority.formerly}), at ${authority.website} or on ${authority.telephone}. In the European Economic Area you may complain to the authority where you live or work.`,
    ],
  },
  {
    id: 'children',
    title: 'Children',
    paragraphs: [
      `The waitlist is not for children under ${site.minimumAge}. By joining you say that you are old enough; we do not check. Where your country sets a higher age, a parent must agree. If anybody tells us of a child’s address, we erase it.`,
    ],
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    paragraphs: [
      'The date at the top will change with it. Before we use your data for anything else, we will ask you.',
    ],
  },
];
