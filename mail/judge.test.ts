import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bounceForms } from '../tests/support/bounce-forms.ts';
import { readBounce } from './bounce.ts';
import { bounceToNote, judge, judgeFeedback, statusCodeIn } from './judge.ts';
import { MailError } from './mail-error.ts';

const replies = readFileSync(join(import.meta.dirname, 'smtp-replies.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .slice(1)
  .map((line) => {
    const [verdict = '', provider = '', reply = ''] = line.split('\t');
    return { verdict, provider, reply };
  });

test('several hundred replies get the verdict that a postmaster would give them', () => {
  expect(replies.length).toBeGreaterThan(400);
  const judged = replies.map((line) => ({ ...line, verdict: judge({ text: line.reply }) }));
  expect(judged).toEqual(replies);
});

test.for(['RCPT TO', 'DATA'])('every reply to %s gets that verdict', (command) => {
  const judged = replies.map(({ provider, reply }) => {
    const responseCode = Number(/[45]\d\d/.exec(reply)?.[0] ?? 550);
    const failure = Object.assign(new Error('rejected'), { response: reply, responseCode, command });
    return { verdict: new MailError(failure).verdict, provider, reply };
  });
  expect(judged).toEqual(replies);
});

/** Each of these quotes the reply in a way of its own: as a field of a report, in plain text, and encoded. */
const readWithAllReplies: (keyof typeof bounceForms)[] = [
  'a report',
  'the text of Exim',
  'the quoted-printable text of Zoho',
];

/** Ten replies, spread over all. */
const someReplies = replies.filter((_, index) => index % Math.ceil(replies.length / 10) === 0);

test.for(Object.entries(bounceForms))('a reply in %s gets that verdict', async ([form, write]) => {
  const tried = readWithAllReplies.some((name) => name === form) ? replies : someReplies;
  // As sendmail does: its report always says that the mailbox is not there.
  const status = '5.1.1';
  const judged = tried.map(async ({ provider, reply }) => {
    const message = write({
      to: `bounce+${'0'.repeat(32)}@bukoor.example`,
      recipient: 'someone@provider.example',
      reply,
      status,
    });
    return { verdict: (await readBounce(message))?.verdict, provider, reply };
  });
  expect(await Promise.all(judged)).toEqual(tried);
});

test('before a recipient is named, a server can only refuse us', () => {
  for (const stage of ['CONN', 'EHLO', 'MAIL FROM'])
    expect(judge({ text: '550 5.1.1 user unknown', stage }), stage).toBe('about-us');
});

test('a missing login and a bad address of ours are our fault', () => {
  expect(judge({ text: '530 5.7.0 user unknown' })).toBe('about-us');
  expect(judge({ text: '550 5.1.8 no such user' })).toBe('about-us');
});

test.for([
  ['5.1.1', 'no-mailbox'],
  ['5.1.0', 'unwilling'],
  ['5.2.2', 'deferred'],
  ['5.7.1', 'about-us'],
  ['4.2.1', 'deferred'],
  ['5.0.0', 'unwilling'],
] as const)('without words the status %s means %s', ([status, verdict]) => {
  expect(judge({ text: '', status })).toBe(verdict);
});

test('the text comes before what else a bounce says, and its own status before the report’s', () => {
  expect(judge({ text: '550 mailbox is full', explanations: ['user unknown'], status: '5.1.1' })).toBe(
    'deferred',
  );
  expect(judge({ text: 'rejected', explanations: ['user unknown'], status: '5.7.1' })).toBe('no-mailbox');
  expect(judge({ text: '550 5.5.0 rejected', status: '5.1.1' })).toBe('unwilling');
});

test('words that nobody knows, without a code, give no verdict', () => {
  expect(judge({ text: 'It did not work out.' })).toBeUndefined();
});

test('a name in an address is not read as a word', () => {
  expect(judge({ text: '550 5.1.1 <relay-denied.spam@provider.example> user unknown' })).toBe('no-mailbox');
  expect(judge({ text: '550 5.5.0 <unknown.user@provider.example> rejected' })).toBe('unwilling');
});

test('a number before a unit is no code: it makes no failure temporary', () => {
  expect(judge({ text: 'After 450 minutes: user unknown' })).toBe('no-mailbox');
});

test('only what is about a mailbox is noted about it', () => {
  expect(bounceToNote('no-mailbox')).toBe('hard');
  expect(bounceToNote('complaint')).toBe('complaint');
  expect([bounceToNote('unwilling'), bounceToNote('deferred')]).toEqual(['soft', 'soft']);
  expect([bounceToNote('about-us'), bounceToNote(undefined)]).toEqual([null, null]);
});

test('feedback that an email was unwanted is a complaint; other feedback is none', () => {
  for (const kind of ['abuse', 'Fraud', 'virus', 'opt-out'])
    expect(judgeFeedback(kind), kind).toBe('complaint');
  for (const kind of ['not-spam', 'auth-failure', 'x-abuse'])
    expect(judgeFeedback(kind), kind).toBeUndefined();
});

test('an enhanced status is found anywhere, and an IP address or a version is none', () => {
  expect(statusCodeIn('550 Invalid recipient (#5.1.1)')).toBe('5.1.1');
  expect(statusCodeIn('550 blocked 5.1.1.9')).toBeNull();
  expect(statusCodeIn('Mailer v5.1.1')).toBeNull();
});
