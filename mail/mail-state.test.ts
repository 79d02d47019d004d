import { expect, test } from 'vitest';
import { type MailEvent, type MailState, next, noEventYet, restAfter } from './mail-state.ts';

/** `a@one` stands for an email, the part after the @ for its recipient's domain. */
const refused = (email: string, blamed: 'recipient' | 'sender'): MailEvent => ({
  refused: { messageId: email, domain: email.replace(/.*@/, ''), blamed },
});
const gone = (email: string) => refused(email, 'recipient');
const blocked = (email: string) => refused(email, 'sender');
const taken = (email: string): MailEvent => ({ taken: email });
const failed = (cause: 'login' | 'other'): MailEvent => ({ failed: { cause, sentence: cause } });

const after = (events: MailEvent[]) => events.reduce(next, noEventYet);

const many = (count: number, domain = 'one') =>
  Array.from({ length: count }, (_, number) => gone(`${number}@${domain}`));

test.for<[name: string, events: MailEvent[], blamed: MailState['blamed'], forgiven: string[]]>([
  ['a single refusal blames the email if its words do', [gone('a@one')], 'recipient', []],
  ['a single refusal blames the sender if its words do', [blocked('a@one')], 'sender', []],
  ['three domains are no run', [gone('a@one'), gone('b@two'), gone('c@three')], 'recipient', []],
  [
    'refusals at four domains in a row are the sender’s fault',
    [gone('a@one'), gone('b@two'), gone('c@three'), gone('d@four')],
    'sender',
    ['a@one', 'b@two', 'c@three'],
  ],
  ['nine in a row at one domain are no run', many(9), 'recipient', []],
  [
    'ten refusals in a row are the sender’s fault',
    many(10),
    'sender',
    many(9).map((_, number) => `${number}@one`),
  ],
  [
    'an email that is taken ends the run',
    [gone('a@one'), gone('b@two'), gone('c@three'), taken('x@one'), gone('d@four')],
    'recipient',
    [],
  ],
  [
    'what was forgiven is not forgiven again',
    [gone('a@one'), gone('b@two'), gone('c@three'), gone('d@four'), gone('e@five')],
    'sender',
    [],
  ],
  [
    'a run forgives only emails that were blamed',
    [blocked('a@one'), gone('b@two'), blocked('c@three'), gone('d@four')],
    'sender',
    ['b@two'],
  ],
  ['the same email again counts once', [...many(9), ...many(9)], 'recipient', []],
  [
    'while others are taken, a second refusal is the email’s own fault',
    [blocked('a@one'), taken('x@one'), blocked('a@one')],
    'recipient',
    [],
  ],
  [
    'and so is every further one',
    [blocked('a@one'), taken('x@one'), blocked('a@one'), taken('y@one'), blocked('a@one')],
    'recipient',
    [],
  ],
  [
    'but not while the sender is blamed',
    [blocked('a@one'), taken('x@one'), blocked('b@two'), blocked('a@one')],
    'sender',
    [],
  ],
  [
    'an email that was taken after all is no suspect any more',
    [blocked('a@one'), taken('x@one'), taken('a@one'), blocked('a@one')],
    'sender',
    [],
  ],
  ['an email that is taken blames nobody', [gone('a@one'), taken('a@one')], undefined, []],
  ['a connection that fails blames nobody', [gone('a@one'), failed('other')], undefined, []],
])('%s', ([, events, blamed, forgiven]) => {
  expect(after(events)).toMatchObject({ blamed, forgiven });
});

test('suspects are forgotten in the end, the oldest first', () => {
  let state = noEventYet;
  for (let number = 0; number < 2000; number += 1)
    state = next(next(state, blocked(`${number}@one`)), taken('x@one'));
  expect(state.suspects).toHaveLength(1000);
  expect(state.suspects.at(-1)).toBe('1999@one');
});

const pauses = { first: 250, most: 60_000 };
const minutes = (ms: number) => ms / 60_000;

test.for<[name: string, events: MailEvent[], rest: number | undefined]>([
  ['the first failure rests shortly', [failed('other')], 250],
  ['each further one twice as long', [failed('other'), failed('other'), failed('other')], 1000],
  ['a minute at most', Array.from({ length: 30 }, () => failed('other')), 60_000],
  ['one email that is taken ends the trouble', [failed('other'), failed('other'), taken('x@one')], undefined],
  [
    'after it the pauses are short again',
    [failed('other'), failed('other'), taken('x@one'), failed('other')],
    250,
  ],
  ['a refusal alone is no reason to rest', [gone('a@one')], undefined],
])('%s', ([, events, rest]) => {
  const { trouble } = after(events);
  expect(trouble && restAfter(trouble, pauses)).toBe(rest);
});

test('a refused login is tried four times in ten minutes, and then every half hour', () => {
  let state = noEventYet;
  let now = 0;
  const tries = [];
  for (let count = 0; count < 9; count += 1) {
    tries.push(minutes(now));
    state = next(state, failed('login'));
    if (state.trouble) now += restAfter(state.trouble, pauses);
  }
  expect(tries).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121]);
});
