import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { noteBounce, readBounce } from '../../mail/bounce.ts';
import { withDatabase } from '../with-database.ts';

const said = {
  suppressed: 'No email goes to that address any more.',
  counted: 'Counted: after several of these no email goes to that address any more.',
  unknown: 'That email is not one of this list’s, or its person has been erased: nothing was changed.',
};

/** `bounce`: takes in one message that came back, from standard input. A mail server pipes each into it. */
export function bounceCommand(): Command {
  return new Command('bounce')
    .description('take in one bounce or complaint, from standard input')
    .addHelpText('after', '\nExample:\n  npm run mail -- bounce < message')
    .action(async () => {
      const bounce = await readBounce(await buffer(process.stdin));
      if (!bounce) {
        process.stdout.write(
          'Neither a final bounce nor a complaint about one of our emails: nothing was changed.\n',
        );
        return;
      }
      const done = await withDatabase(process, (database) => noteBounce(database, bounce));
      process.stdout.write(`${said[done ?? 'unknown']}\n`);
    });
}
