import { expect, test } from 'vitest';
import { MailError } from './mail-error.ts';
import type { Blame } from './mail-state.ts';
import type { Delivery } from './outbox.ts';
import { settle } from './settle.ts';

const mailErrorOf = (command: string, response?: string) =>
  new MailError(
    Object.assign(new Error('closed'), {
      command,
      ...(response !== undefined && { response, responseCode: Number(response.slice(0, 3)) }),
    }),
  );

const noMailbox = mailErrorOf('RCPT TO', '550 5.1.1 no such user');
const greylisted = mailErrorOf('RCPT TO', '450 4.2.0 greylisted');
const blockedSender = mailErrorOf('MAIL FROM', '550 5.7.1 blocked');
const closing = mailErrorOf('RCPT TO', '421 4.7.0 try again later');
const cutConnection = mailErrorOf('DATA');

const rejected: Delivery = { outcome: 'rejected', reply: 'no such user', bounce: 'hard' };
const deferred: Delivery = { outcome: 'deferred', reply: 'later', bounce: 'soft' };
const withheld: Delivery = { outcome: 'our-fault', reply: 'blocked', bounce: null };
const uncertain: Delivery = { outcome: 'uncertain', reply: 'closed', bounce: null };

const nobody: Blame = { culprit: undefined, forgiven: [] };
const recipient: Blame = { culprit: 'recipient', forgiven: [] };
const us: Blame = { culprit: 'us', forgiven: [] };
const usAllAlong: Blame = { culprit: 'us', forgiven: ['a', 'b'] };

const oneAfterAnother = /^The mail server refuses one email after another \(550 5\.1\.1 no such user\)\./;
const nothingFromSender = /^The mail server takes nothing from this sender/;
const closedConnection = /^The mail server closed the connection/;

/** What follows: whose fault it is, what is stored, who is forgiven, and what the operator reads. */
type Row = [
  name: string,
  error: MailError,
  delivery: Delivery,
  blame: Blame,
  then: { culprit: string; outcome: string; bounce: string | null; forgiven?: string[]; trouble?: RegExp },
];

test.for<Row>([
  [
    'a mailbox that is not there is this email’s own matter',
    noMailbox,
    rejected,
    recipient,
    { culprit: 'recipient', outcome: 'rejected', bounce: 'hard' },
  ],
  [
    'a server that puts off one email takes the next',
    greylisted,
    deferred,
    recipient,
    { culprit: 'recipient', outcome: 'deferred', bounce: 'soft' },
  ],
  [
    'a server that rejects us stops all emails, and no recipient is blamed',
    blockedSender,
    withheld,
    us,
    { culprit: 'us', outcome: 'our-fault', bounce: null, trouble: nothingFromSender },
  ],
  [
    'a run of negative replies is our fault, and those before it are forgiven',
    noMailbox,
    rejected,
    usAllAlong,
    {
      culprit: 'us',
      outcome: 'our-fault',
      bounce: null,
      forgiven: ['a', 'b'],
      trouble: oneAfterAnother,
    },
  ],
  [
    'words against us are about this email if others are accepted',
    blockedSender,
    withheld,
    recipient,
    { culprit: 'recipient', outcome: 'deferred', bounce: null, trouble: nothingFromSender },
  ],
  [
    'a server that hangs up with a reply takes no other email on this connection',
    closing,
    deferred,
    recipient,
    { culprit: 'recipient', outcome: 'deferred', bounce: 'soft', trouble: closedConnection },
  ],
  [
    'a connection that breaks without a reply leaves the email as it is',
    cutConnection,
    uncertain,
    nobody,
    { culprit: 'connection', outcome: 'uncertain', bounce: null, trouble: closedConnection },
  ],
])('%s', ([, error, delivery, blame, { culprit, outcome, bounce, forgiven = [], trouble }]) => {
  const settled = settle({ delivery, error }, blame);
  expect(settled).toMatchObject({ culprit, delivery: { outcome, bounce }, forgiven });
  if (trouble) expect(settled.trouble).toMatch(trouble);
  else expect(settled.trouble).toBeUndefined();
});

test('an email that waits because of us says what to do and what the server replied', () => {
  const { delivery, trouble } = settle({ delivery: rejected, error: noMailbox }, usAllAlong);
  expect(delivery.reply).toBe(`${trouble} It replied: 550 5.1.1 no such user`);
});
