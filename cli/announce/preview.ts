import { randomUUID } from 'node:crypto';
import { noteTested, readAnnouncementWords } from '../../mail/announcement-plan.ts';
import { createComposer } from '../../mail/compose.ts';
import { connectToMailServer } from '../../mail/mail-server.ts';
import { announcementWords } from '../../mail/own-words.ts';
import { newToken } from '../../mail/tokens.ts';
import { readSettings } from '../../server/settings.ts';
import { defineCommand } from '../define-command.ts';
import { writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';
import { mustFind } from './find.ts';

/** For the whole SMTP session. */
const timeoutMs = 30_000;

export const testCommand = defineCommand({
  name: 'test <name> <address>',
  summary: 'send one to yourself, which must be done before it is sent',
  notes: `It goes out at once, by the mail server of SMTP_URL, and is as everybody's will be; but its link for leaving is nobody's. Look at it on a telephone too.`,
  examples: ['announce test launch you@example.org'],
  fields: ['name', 'taken'],
  async run({ terminal, args: [name = '', address = ''] }) {
    const { mail } = readSettings(terminal.env);
    if (!mail) throw new Error('SMTP_URL is not set: there is no mail server to send by.');
    return withDatabase(terminal, async (database) => {
      const { version } = await mustFind(database, name);
      const template = await readAnnouncementWords(database, name);
      const own = { email: address, tokens: { leave: newToken() } };
      const message = {
        ...own,
        reference: randomUUID().replaceAll('-', ''),
        words: announcementWords(template, own, mail.sender.siteUrl),
      };
      const server = await connectToMailServer(mail.smtp, AbortSignal.timeout(timeoutMs));
      try {
        const { problem } = await server.send(await createComposer(mail.sender)(message));
        if (problem) throw problem;
      } finally {
        server.close();
      }
      await noteTested(database, name, version);
      writeStderr(terminal, `The mail server took it. When you have looked at it: announce send ${name}`);
      return { data: { name, taken: true }, text: '' };
    });
  },
});
