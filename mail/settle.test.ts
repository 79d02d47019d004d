import { expect, test } from 'vitest';
import { MailProblem } from './mail-problem.ts';
import type { Blame } from './mail-state.ts';
import type { Delivery } from './outbox.ts';
import { settle } from './settle.ts';

const problemOf = (command: string, response?: string) =>
  new MailProblem(
    Object.assign(new Error('closed'), {
      command,
      ...(response !== undefined && { response, responseCode: Number(response.slice(0, 3)) }),
    }),
  );

const noMailbox = problemOf('RCPT TO', '550 5.1.1 no such user');
const greylisted = problemOf('RCPT TO', '450 4.2.0 greylisted');
const blockedSender = problemOf('MAIL FROM', '550 5.7.1 blocked');
const closing = problemOf('RCPT TO', '421 4.7.0 try again later');
const cutLine = problemOf('DATA');

const refused: Delivery = { outcome: 'refused', reply: 'no such user', verdict: 'gone' };
const deferred: Delivery = { outcome: 'deferred', reply: 'later', verdict: 'refused' };
const withheld: Delivery = { outcome: 'sender-fault', reply: 'blocked', verdict: null };
const uncertain: Delivery = { outcome: 'uncertain', reply: 'closed', verdict: null };

const nobody: Blame = { blamed: undefined, forgiven: [] };
const recipient: Blame = { blamed: 'recipient', forgiven: [] };
const sender: Blame = { blamed: 'sender', forgiven: [] };
const senderAllAlong: Blame = { blamed: 'sender', forgiven: ['a', 'b'] };

const oneAfterAnother = /^The mail server refuses one email after another \(550 5\.1\.1 no such user\)\./;
const nothingFromSender = /^The mail server takes nothing from this sender/;
const closedLine = /^The mail server closed the connection/;

/** What follows: who is blamed, what is stored, who is forgiven, and what the operator reads. */
type Row = [
  name: string,
  problem: MailProblem,
  delivery: Delivery,
  blame: Blame,
  then: { blamed: string; outcome: string; verdict: string | null; forgiven?: string[]; trouble?: RegExp },
];

test.for<Row>([
  [
    'a mailbox that is not there is this email’s own matter',
    noMailbox,
    refused,
    recipient,
    { blamed: 'recipient', outcome: 'refused', verdict: 'gone' },
  ],
  [
    'a server that puts off one email takes the next',
    greylisted,
    deferred,
    recipient,
    { blamed: 'recipient', outcome: 'deferred', verdict: 'refused' },
  ],
  [
    'a sender that is refused stops all emails, and no recipient is blamed',
    blockedSender,
    withheld,
    sender,
    { blamed: 'sender', outcome: 'sender-fault', verdict: null, trouble: nothingFromSender },
  ],
  [
    'a run of refusals is the sender’s fault, and those before it are forgiven',
    noMailbox,
    refused,
    senderAllAlong,
    {
      blamed: 'sender',
      outcome: 'sender-fault',
      verdict: null,
      forgiven: ['a', 'b'],
      trouble: oneAfterAnother,
    },
  ],
  [
    'words against the sender are about this email if others are taken',
    blockedSender,
    withheld,
    recipient,
    { blamed: 'recipient', outcome: 'deferred', verdict: null, trouble: nothingFromSender },
  ],
  [
    'a server that hangs up with a reply takes no other email on this line',
    closing,
    deferred,
    recipient,
    { blamed: 'recipient', outcome: 'deferred', verdict: 'refused', trouble: closedLine },
  ],
  [
    'a line that breaks without a reply leaves the email as it is',
    cutLine,
    uncertain,
    nobody,
    { blamed: 'line', outcome: 'uncertain', verdict: null, trouble: closedLine },
  ],
])('%s', ([, problem, delivery, blame, { blamed, outcome, verdict, forgiven = [], trouble }]) => {
  const settled = settle({ delivery, problem }, blame);
  expect(settled).toMatchObject({ blamed, delivery: { outcome, verdict }, forgiven });
  if (trouble) expect(settled.trouble).toMatch(trouble);
  else expect(settled.trouble).toBeUndefined();
});

test('an email that waits for the sender says what to do and what the server replied', () => {
  const { delivery, trouble } = settle({ delivery: refused, problem: noMailbox }, senderAllAlong);
  expect(delivery.reply).toBe(`${trouble} It replied: 550 5.1.1 no such user`);
});
