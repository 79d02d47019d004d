import { stripVTControlCharacters } from 'node:util';

/**
 * What a mail server's refusal is about. `gone`: there is no such mailbox. `refused`: this mailbox does not take this email.
 * `later`: it passes, as greylisting and a full mailbox do. `sender`: our address, our words, our rights or the server itself,
 * so that the next recipient would meet it too.
 */
export type Verdict = 'gone' | 'refused' | 'later' | 'sender';

/**
 * Words decide before codes, because servers answer 5.7.1, or 550 alone, in every case. The first rule that fits holds. They
 * are the words of the large providers and filters: smtp-replies.tsv has 210 replies with their verdicts.
 */
const rules: [Verdict, RegExp][] = [
  ['sender', /relay(ing)? (access |not |is )?(denied|disallowed|permitted|allowed)|\bas a relay\b/i],
  ['sender', /sender address|(of|invalid) sender|sender invalid|(daily|sending|sender) .*quota/i],
  [
    'later',
    /grey-?list|verification in progress|receiving mail (at a rate|too quickly)|recipient has exceeded/i,
  ],
  [
    'later',
    /messages they can send to this recipient|over ?quota|quota (exceeded|violation)|mailbox is full/i,
  ],
  ['later', /storage allocation|mailbox size limit/i],
  ['refused', /mailbox delivery|recipient address rejected: (blocked|inactive|block-rcpt|no-domain)/i],
  [
    'refused',
    /address(es)? rejected ?: access denied|blocked senders|user entry|on the target address|inactivity/i,
  ],
  ['refused', /account (that you tried to reach )?is disabled|mailbox is disabled|recipient.s domain/i],
  ['refused', /\d domain not found|loop detected|forwarding recipient/i],
  ['gone', /\b(user|addressee|recipient|mailbox)\b( is)? (unknown|unallocated|not found|does not exist)/i],
  ['gone', /no such (user|mailbox)|not in recipient list|marked as invalid|doesn't have a \S+ account/i],
  ['gone', /(user|account|address) ([^\s.]+ )*(does not exist|could not be found)|no longer valid/i],
  ['gone', /invalid[ -](recipient|address)|not a valid (email|rfc)|not our customer/i],
  ['sender', /spam|blo(ck|que)\w* (for|using|list|\(|$)|block ?list|blacklist|listed (at|in|by)|:blocked/i],
  [
    'sender',
    /is (block )?listed|block-send|customized-block|reputation|d(marc|kim)|\bspf\b|spoof|authentic/i,
  ],
  ['sender', /\bdns\b|\bptr\b|rate.limit|frequency limited|unsolicited|suspicious|virus|attachment|banned/i],
  ['sender', /throttling|excessive|too many recent|unexpected volume|polic(y|ies)|violation|not verified/i],
  [
    'sender',
    /content|not allowed|message (size|rejected|filtered|not accepted)|mail rejected\.|administrative/i,
  ],
  ['sender', /cloudmark|from: header|550 blocked/i],
  ['later', /temporary server error|try again later|server busy|come back|currently unavailable/i],
];

/** The enhanced status code (RFC 3463) of a reply; null without one. */
export function statusOf(reply: string): string | null {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(reply)?.[0] ?? null;
}

/** Whose trouble a refusal is, by its words, then by its codes. */
export function judgeReply(reply: string): Verdict {
  const status = statusOf(reply) ?? '';
  // A login or TLS is wanted (RFC 4954, RFC 3207), or the sender's address is at fault (RFC 3463).
  if (/^530/.test(reply) || /\.1\.[78]$/.test(status)) return 'sender';
  const isTemporary = /^4/.test(reply);
  const verdict = rules.find(([, words]) => words.test(reply))?.[0];
  if (verdict) return isTemporary && verdict !== 'sender' ? 'later' : verdict;
  // RFC 3463: x.3 is the mail system, x.7 security and policy, x.4.5 a system that takes no more for now.
  if (/^.\.(3\.|7\.|4\.5$)/.test(status)) return 'sender';
  if (isTemporary) return 'later';
  return /^5\.1\./.test(status) ? 'gone' : 'refused';
}

/** A reply as it may be stored and printed: without addresses, and without what a terminal would obey. */
export function plainReply(reply: string): string {
  return (
    stripVTControlCharacters(reply)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
      .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g, '…')
  );
}
