import { likeTheAddress, type StoredField } from './field.ts';

/** The columns for announcements, and for the codes that let people into the app. */
export const announcementFields: readonly StoredField[] = [
  {
    table: 'announcement_emails',
    column: 'announcement',
    what: 'Which of our news it is',
    why: 'So that you get each of them once.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'entry_id',
    what: 'The number of your entry',
    why: 'To know whom it is for.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'state',
    what: 'Whether it waits, is under way, was sent, could not be sent, or may have arrived or not',
    why: 'So that you get it once.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'due_at',
    what: 'When it is to be tried again',
    why: 'To try later when a mail server is busy.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'tries',
    what: 'How many times we have tried to send it',
    why: 'To give up some day.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'claimant',
    what: 'Which of our programs is sending it',
    why: 'So that two do not send it.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'reference',
    what: 'A random number in the email, which says nothing about you',
    why: 'To know which email came back, if one does.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'transmitted_at',
    what: 'When it was sent',
    why: 'To find it again in the mail server’s log.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'returned_at',
    what: 'When we could not send it because of a fault of ours',
    why: 'To tell our faults from an address that takes no emails.',
    ...likeTheAddress,
  },
  {
    table: 'announcement_emails',
    column: 'reply',
    what: 'What the mail server answered',
    why: 'To see why an email did not arrive.',
    ...likeTheAddress,
  },
];
