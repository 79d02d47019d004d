import { expect, test } from 'vitest';
import {
  initialMailState,
  type MailEvent,
  type MailState,
  mailStateAfter,
  restMsAfter,
} from './mail-state.ts';

/** `a@one` stands for an email, the part after the @ for its recipient's domain. */
const notAccepted = (email: string, culprit: 'recipient' | 'us'): MailEvent => ({
  notAccepted: { messageId: email, domain: email.replace(/.*@/, ''), culprit },
});
const noMailbox = (email: string) => notAccepted(email, 'recipient');
const blocked = (email: string) => notAccepted(email, 'us');
const accepted = (email: string): MailEvent => ({ accepted: email });
const failed = (cause: 'login' | 'other'): MailEvent => ({ failed: { cause, sentence: cause } });

const after = (events: MailEvent[]) => events.reduce(mailStateAfter, initialMailState);

const many = (count: number, domain = 'one') =>
  Array.from({ length: count }, (_, number) => noMailbox(`${number}@${domain}`));

test.for<[name: string, events: MailEvent[], culprit: MailState['culprit'], forgiven: string[]]>([
  ['a single negative reply blames the email if its words do', [noMailbox('a@one')], 'recipient', []],
  ['a single negative reply blames us if its words do', [blocked('a@one')], 'us', []],
  [
    'three domains are no run',
    [noMailbox('a@one'), noMailbox('b@two'), noMailbox('c@three')],
    'recipient',
    [],
  ],
  [
    'negative replies of four domains in a row are our fault',
    [noMailbox('a@one'), noMailbox('b@two'), noMailbox('c@three'), noMailbox('d@four')],
    'us',
    ['a@one', 'b@two', 'c@three'],
  ],
  ['nine in a row at one domain are no run', many(9), 'recipient', []],
  [
    'ten negative replies in a row are our fault',
    many(10),
    'us',
    many(9).map((_, number) => `${number}@one`),
  ],
  [
    'an email that is accepted ends the run',
    [noMailbox('a@one'), noMailbox('b@two'), noMailbox('c@three'), accepted('x@one'), noMailbox('d@four')],
    'recipient',
    [],
  ],
  [
    'what was forgiven is not forgiven again',
    [noMailbox('a@one'), noMailbox('b@two'), noMailbox('c@three'), noMailbox('d@four'), noMailbox('e@five')],
    'us',
    [],
  ],
  [
    'a run forgives only emails that were blamed',
    [blocked('a@one'), noMailbox('b@two'), blocked('c@three'), noMailbox('d@four')],
    'us',
    ['b@two'],
  ],
  ['the same email again counts once', [...many(9), ...many(9)], 'recipient', []],
  [
    'while others are accepted, a second negative reply is the email’s own fault',
    [blocked('a@one'), accepted('x@one'), blocked('a@one')],
    'recipient',
    [],
  ],
  [
    'and so is every further one',
    [blocked('a@one'), accepted('x@one'), blocked('a@one'), accepted('y@one'), blocked('a@one')],
    'recipient',
    [],
  ],
  [
    'but not while we are blamed',
    [blocked('a@one'), accepted('x@one'), blocked('b@two'), blocked('a@one')],
    'us',
    [],
  ],
  [
    'an email that was accepted after all is no suspect any more',
    [blocked('a@one'), accepted('x@one'), accepted('a@one'), blocked('a@one')],
    'us',
    [],
  ],
  ['an email that is accepted blames nobody', [noMailbox('a@one'), accepted('a@one')], undefined, []],
  ['a connection that fails blames nobody', [noMailbox('a@one'), failed('other')], undefined, []],
])('%s', ([, events, culprit, forgiven]) => {
  expect(after(events)).toMatchObject({ culprit, forgiven });
});

test('suspects are forgotten in the end, the oldest first', () => {
  let state = initialMailState;
  for (let number = 0; number < 2000; number += 1)
    state = mailStateAfter(mailStateAfter(state, blocked(`${number}@one`)), accepted('x@one'));
  expect(state.suspects).toHaveLength(1000);
  expect(state.suspects.at(-1)).toBe('1999@one');
});

const pauses = { first: 250, longest: 60_000 };
const minutes = (ms: number) => ms / 60_000;

test.for<[name: string, events: MailEvent[], rest: number | undefined]>([
  ['the first failure rests shortly', [failed('other')], 250],
  ['each further one twice as long', [failed('other'), failed('other'), failed('other')], 1000],
  ['a minute at most', Array.from({ length: 30 }, () => failed('other')), 60_000],
  [
    'one email that is accepted ends the trouble',
    [failed('other'), failed('other'), accepted('x@one')],
    undefined,
  ],
  [
    'after it the pauses are short again',
    [failed('other'), failed('other'), accepted('x@one'), failed('other')],
    250,
  ],
  ['a negative reply alone is no reason to rest', [noMailbox('a@one')], undefined],
])('%s', ([, events, rest]) => {
  const { trouble } = after(events);
  expect(trouble && restMsAfter(trouble, pauses)).toBe(rest);
});

test('a failed login is tried four times in ten minutes, and then every half hour', () => {
  let state = initialMailState;
  let now = 0;
  const tries = [];
  for (let count = 0; count < 9; count += 1) {
    tries.push(minutes(now));
    state = mailStateAfter(state, failed('login'));
    if (state.trouble) now += restMsAfter(state.trouble, pauses);
  }
  expect(tries).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121]);
});
