// How the emails that we sent are found in what comes back. A function on a hosted Supabase uses this, and does without the packages
// that read a returned message (returned-message.ts).

const idsBy =
  (pattern: RegExp) =>
  (text: string): string[] =>
    [...text.matchAll(pattern)].map(([, id = '']) => id.toLowerCase());

/** The ids in our envelope senders: `bounce+ID@…`. */
export const messageIdsInSenders = idsBy(/\bbounce\+([\da-f]{32})@/gi);

/** The ids in header fields named Message-ID, quoted ones too. */
export const messageIdsInHeaders = idsBy(/^[> \t]*message-id:\s*<?([\da-f]{32})@/gim);

/** The ids in what looks like a Message-ID in brackets. */
export const messageIdsInBrackets = idsBy(/<([\da-f]{32})@[\w.-]+>/gi);

/** The ids of emails of ours that a text names by their envelope sender or their Message-ID, in brackets. */
export const messageIdsIn = (text: string): string[] => [
  ...messageIdsInSenders(text),
  ...messageIdsInBrackets(text),
];
