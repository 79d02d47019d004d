import { buffer } from 'node:stream/consumers';
import { noteBounce, readBounce } from '../../mail/bounce.ts';
import { defineCommand } from '../define-command.ts';
import { InputNeeded, type Terminal, writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

const outcomeTexts = {
  suppressed: 'No email goes to that address any more.',
  counted: 'Counted: after several of these no email goes to that address any more.',
  unknown: 'That email is not one of this list’s, or its person has been erased: nothing was changed.',
  other: 'Neither a final bounce nor a complaint about one of our emails: nothing was changed.',
};

/** `bounce`: processes one bounce or complaint, which a mail server pipes into it. */
export const bounceCommand = defineCommand({
  name: 'bounce',
  summary: 'take in one message that came back, a bounce or a complaint, from standard input',
  notes: `A mailbox that is not there, and a complaint, end all emails to that address; what is full or busy is counted.
Any other message changes nothing and is no error.`,
  examples: ['bounce < message', 'bounce --json < message'],
  fields: ['outcome'],
  async run({ terminal, options }) {
    const bounce = await readBounce(await readMessage(terminal, options.input));
    const outcome = bounce
      ? ((await withDatabase(terminal, (database) => noteBounce(database, bounce))) ?? 'unknown')
      : 'other';
    return { data: { outcome }, text: `${outcomeTexts[outcome]}\n` };
  },
});

function readMessage(terminal: Terminal, mayAsk: boolean): Promise<Buffer> {
  if (terminal.stdin.isTTY) {
    if (!mayAsk) throw new InputNeeded('The message is to come from standard input: bounce < message.');
    writeStderr(terminal, 'Paste the message that came back with its headers, then press Ctrl+D.');
  }
  return buffer(terminal.stdin);
}
