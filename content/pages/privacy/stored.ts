import { dateOnOneLine } from '../../date-in-words.ts';
import { waitlistDialog } from '../../messages.ts';
import { site } from '../../site.ts';

/** What joining never asks, with words that would name a column for it. A test compares them with the columns of `entries`. */
export const neverAsked: readonly { what: string; columns: readonly string[] }[] = [
  { what: 'your name', columns: ['name', 'names'] },
  { what: 'your date of birth', columns: ['age', 'birth', 'birthday', 'born'] },
  { what: 'your sex', columns: ['gender', 'sex'] },
  { what: 'where you live', columns: ['address', 'city', 'country', 'postcode', 'town'] },
  { what: 'which school you follow', columns: ['madhhab', 'school'] },
  { what: 'whether you pray', columns: ['pray', 'prayer', 'prayers', 'prays'] },
];

/** A table of the database that holds something about a visitor. A test compares these with the migrations. */
interface StoredTable {
  title: string;
  /** How long its rows are kept; a test checks that the database keeps to it. */
  kept:
    | 'erased with the entry'
    | 'outlives the entry'
    | 'deleted with the backups'
    | 'swept by the minute'
    | 'swept at midnight';
  /** How long, in words for a visitor. */
  howLong: string;
  /** `shownAs`: what the page “Your place on the list” calls it, where it shows it. */
  columns: Readonly<Record<string, { what: string; why: string; shownAs?: string }>>;
}

export interface StoredContent {
  id: string;
  title: string;
  lede: string;
  /** The label of the fold with the tables. */
  fold: string;
  headings: { what: string; why: string };
  /** By their names in the database. */
  tables: Readonly<Record<string, StoredTable>> & { readonly entries: StoredTable };
}

const { erasure, retention } = site;
const withTheEntry = 'As long as your place on the waitlist.';

export const stored: StoredContent = {
  id: 'stored',
  title: 'Every field, one by one',
  lede: 'These are all the fields in which the database holds something that comes from a visitor, or is kept for one.',
  fold: 'Show every field',
  headings: { what: 'What', why: 'Why' },
  tables: {
    entries: {
      title: 'Your place on the waitlist',
      kept: 'erased with the entry',
      howLong: `Until you ask for erasure. At the latest, ${erasure.monthsAfterLaunch} months after the public launch, and in no case after ${dateOnOneLine(erasure.latest)}.`,
      columns: {
        id: {
          what: 'A running number',
          why: 'So that the database can tell rows apart. If an invitation goes to a limited number, those who joined first come first. It is shown only in the file that you can download.',
        },
        email: {
          what: 'Your email address as you typed it, the part after the @ in lower case',
          why: 'To email you.',
          shownAs: 'Address',
        },
        canonical: {
          what: 'The same address in one standard spelling',
          why: 'So that joining twice leaves one place. Nothing is ever sent to it.',
        },
        source: {
          what: 'How you heard about us. The form at the foot of the home page does not ask, so there we note only that you used it. A form sent without JavaScript is noted the same way',
          why: 'To learn where word has spread and, at times, to choose whom a piece of news goes to.',
          shownAs: waitlistDialog.sourceLabel,
        },
        joined_at: {
          what: 'When you first joined',
          why: 'To see how the list grows and, at times, to choose whom a piece of news goes to.',
        },
        consented_at: {
          what: 'When you agreed; if you left and came back, when you came back',
          why: 'To prove when consent was given.',
        },
        consent_wording: {
          what: 'Which version of our words you agreed to',
          why: 'To know what you were told.',
        },
        left_at: { what: 'When you left, if you did', why: 'To prove when consent was withdrawn.' },
        state: {
          what: 'Whether you are on the list or have left it',
          why: 'So that an address that has left gets no more emails.',
        },
        network_mark: {
          what: 'A mark of the network that you joined from, until you confirm. It is made with a key that is deleted after a day. Once the key has gone from backups too, nobody can tell which network it was',
          why: 'If somebody floods the form with strangers’ addresses, we can find those and take them out.',
        },
        confirmed_at: {
          what: 'When you confirmed by the link in our email',
          why: 'To know that the address is yours.',
        },
      },
    },
    outbox: {
      title: 'The emails we send you',
      kept: 'erased with the entry',
      howLong: `${withTheEntry} If you erase it just after a change of address, the email that tells the old one may stay for three days more.`,
      columns: {
        entry_id: { what: 'The number of your place', why: 'To know whom the email is for.' },
        queued_at: { what: 'When an email to you became due', why: 'To send emails in their order.' },
        kind: {
          what: 'Which of our emails it is, such as the one that asks whether it was you',
          why: 'To know what to send.',
        },
        to_email: {
          what: 'The address that the email went to. If you change your address: the new one, which is asked, or the old one, which is told',
          why: 'So that an email that comes back counts for the address that it went to, and for no other. If you erase your place at once after a change, your old address is still told. That email is erased as soon as it is sent, and after three days at the latest.',
        },
        to_canonical: {
          what: 'The same address in one standard spelling',
          why: 'So that no mailbox gets too many emails.',
        },
        announcement: {
          what: 'Which of our news it is, if it is news',
          why: 'So that you get each of them once.',
        },
        state: {
          what: 'Whether it waits, is under way, was sent, could not be sent, or may have arrived or not',
          why: 'So that you get it once.',
        },
        is_open: {
          what: 'Whether it is still to be sent, which follows from the field before',
          why: 'To find the emails that are to be sent.',
        },
        due_at: {
          what: 'When it is to be sent, or sent again. While it is being sent: how long the program that sends it may stay silent',
          why: 'To try later when a mail server is busy, and so that another program takes over if one stops.',
        },
        tries: { what: 'How many times we have tried to send it', why: 'To stop after several failures.' },
        repeats: {
          what: 'Whether we sent it once more because we could not tell if it had arrived',
          why: 'So that you do not get a third.',
        },
        worker_id: { what: 'Which of our programs is sending it', why: 'So that two do not send it.' },
        message_id: {
          what: 'A random number in the email, which says nothing about you',
          why: 'To know which email came back, if one does.',
        },
        transmitted_at: {
          what: 'When it was sent',
          why: 'So that no mailbox gets more than three emails a day that ask something.',
        },
        reply: { what: 'What the mail server answered', why: 'To see why an email did not arrive.' },
        bounced: {
          what: 'Whether it came back, or you marked it as unwanted',
          why: 'So that it counts once, however often we are told.',
        },
      },
    },
    email_links: {
      title: 'The links in those emails',
      kept: 'erased with the entry',
      howLong: withTheEntry,
      columns: {
        hash: {
          what: 'A code made from a link that we sent you; the link itself is not stored',
          why: 'To know the link again when you press it.',
        },
        entry_id: { what: 'The number of your place', why: 'To know whose link it is.' },
        purpose: {
          what: 'Whether it confirms, leaves, says that it was not you, shows your place, or moves it',
          why: 'So that one link does not do the work of another.',
        },
        message_id: {
          what: 'Of the links in an email about a change of address: the random number of that email',
          why: 'To know which address said yes, or that it was not them.',
        },
      },
    },
    evidence: {
      title: 'What you agreed to, and when',
      kept: 'erased with the entry',
      howLong: withTheEntry,
      columns: {
        entry_id: { what: 'The number of your place', why: 'To know whose consent it is.' },
        at: {
          what: 'When you agreed, confirmed or left',
          why: 'To prove when consent was given and withdrawn.',
        },
        event: { what: 'Which of the three it was', why: 'To prove what happened.' },
        via: {
          what: 'How you heard about us, or that you used the form at the foot of the home page; and how you confirmed or left',
          why: 'To prove how consent was given and withdrawn.',
        },
        wording: {
          what: 'Which version of our words and of this policy was in force',
          why: 'To know what you were told.',
        },
      },
    },
    suppressions: {
      title: 'Addresses that get no email from us, or have returned some',
      kept: 'outlives the entry',
      howLong:
        'For as long as we send emails, even after your place on the list is erased. Without this we would write to you again.',
      columns: {
        mailbox_code: {
          what: 'A code made with a secret key from your email address, leaving out a plus sign and what follows it before the @; the address itself is not in it',
          why: 'So that we know the address again, if somebody types it, and send nothing there.',
        },
        reason: {
          what: 'Whether you told us that it was not you, marked an email as unwanted, had left another list of ours, or your mailbox was not there',
          why: 'To know whether we may ever write there again.',
        },
        soft_bounces: {
          what: 'How many of our last emails your mailbox could not take',
          why: 'To stop after three.',
        },
        noted_at: { what: 'When that was last noted', why: 'To start the count anew after a month.' },
      },
    },
    erasures: {
      title: 'Who was erased lately',
      kept: 'deleted with the backups',
      howLong: `For ${retention.backupDays} days after the erasure: no backup is kept longer. You can join again at once.`,
      columns: {
        address_code: {
          what: 'A code made from the erased address with the secret key; the address itself is not in it',
          why: 'So that you stay erased if we have to bring back a backup from before.',
        },
        erased_at: { what: 'When it was erased', why: 'To delete this code in time.' },
        is_in_files: {
          what: 'Whether the files of our database may still hold traces',
          why: 'To remove them within a day.',
        },
      },
    },
    email_key: {
      title: 'The keys for those codes and links',
      kept: 'outlives the entry',
      howLong: 'For as long as we send emails. Without them we could not recognise those codes and links.',
      columns: {
        only_row: { what: 'A mark that there is one set of keys', why: 'So that there is no second set.' },
        secret: { what: 'A random number that says nothing about you', why: 'To make the codes above.' },
        link_secret: {
          what: 'Another random number that says nothing about you',
          why: 'To make the links in our emails, and to know them again.',
        },
        other_secrets: {
          what: 'The same kind of random numbers from another list of ours, if the two lists were merged',
          why: 'So that whoever gets no email from that list gets none from this one, and whoever was erased from it stays erased.',
        },
        other_link_secrets: {
          what: 'The same kind of random numbers from an earlier list of ours, if a backup of it was brought back',
          why: 'So that the links in its emails still work.',
        },
      },
    },
    rate_limits: {
      title: 'Counts against floods of false forms',
      kept: 'swept by the minute',
      howLong:
        'Until about ten minutes after your last try. An automatic job deletes old counts every minute.',
      columns: {
        limit_name: {
          what: 'Whether one connection or the network round it is counted',
          why: 'To know which limit applies.',
        },
        key: {
          what: 'A code made from your internet address with the key of the day; the internet address itself is not stored',
          why: 'To count tries from one place without noting the place.',
        },
        full_again_at: {
          what: 'When that limit starts afresh',
          why: 'To slow down a robot without blocking a mosque that shares one connection.',
        },
        granted: {
          what: 'How many of the forms that came from there at the same moment we accepted',
          why: 'So that each of those forms gets its answer.',
        },
      },
    },
    client_keys: {
      title: 'The key of the day',
      kept: 'swept at midnight',
      howLong: `Until the end of the day (UTC), when the same job deletes it. A backup of the whole database server may hold it for ${retention.backupDays} days more.`,
      columns: {
        day: { what: 'The date', why: 'So that each day has a key of its own.' },
        secret: {
          what: 'A random number that says nothing about you',
          why: 'To make the codes above. Once it is gone they lead back to nobody.',
        },
      },
    },
  },
};
