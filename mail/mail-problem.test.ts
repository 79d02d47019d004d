import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeReply, plainReply, statusOf } from './mail-problem.ts';

const replies = readFileSync(join(import.meta.dirname, 'smtp-replies.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string]);

test('there are the replies of large providers to be judged', () => {
  expect(replies.length).toBeGreaterThanOrEqual(200);
});

test.for(replies)('%s is what a postmaster says of a reply by %s: %s', ([outcome, , reply]) => {
  expect(judgeReply(reply)).toBe(outcome);
});

test('an enhanced status is found wherever it stands, and an IP address is none', () => {
  expect(statusOf('552-5.2.3 Your message')).toBe('5.2.3');
  expect(statusOf('550 Invalid recipient (#5.1.1)')).toBe('5.1.1');
  expect(statusOf('550 blocked 5.1.1.9')).toBeNull();
});

test('a reply is kept without addresses and without what a terminal obeys', () => {
  expect(plainReply('550 \u001b[31m\u001b]0;title\u0007<amina@example.org>\u009b1m who?\r\n')).toBe(
    '550 <…> who? ',
  );
});
