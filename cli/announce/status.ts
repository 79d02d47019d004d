import { listAnnouncements } from '../../mail/announcements.ts';
import { listUncertain } from '../../mail/uncertain-emails.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { defineCommand } from '../define-command.ts';
import { drawTable } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';
import { announcementFields, describeAnnouncement } from './describe.ts';
import { mustFind } from './find.ts';

const columns = ['name', 'state', 'recipients', 'sent', 'toCome', 'failed', 'uncertain'];

export const statusCommand = defineCommand<{ uncertain?: boolean }>({
  name: 'status [name]',
  summary: 'how far it is, or how all of them stand',
  notes: `uncertain: a server or the line broke off between an email's last byte and the mail server's answer. --uncertain names these people, with the Message-ID by which the mail server's log knows whether it took the email.`,
  examples: ['announce status', 'announce status launch', 'announce status launch --uncertain'],
  fields: [...announcementFields, 'email', 'triedAt', 'messageId', 'why'],
  declareOptions: (command) =>
    void command.option('--uncertain', 'the people of whom nobody knows whether it arrived'),
  run: ({ terminal, args: [name], options }) =>
    withDatabase(terminal, async (database) => {
      if (name === undefined) {
        const all = (await listAnnouncements(database)).map((each) => ({ ...each }));
        return { data: all, text: all.length === 0 ? 'No announcement yet.\n' : drawTable(all, columns) };
      }
      const announcement = await mustFind(database, name);
      if (!options.uncertain) return { data: { ...announcement }, text: describeAnnouncement(announcement) };
      const uncertain = (await listUncertain(database, name)).map((each) => ({ ...each }));
      await recordAction(database, 'announce status --uncertain', uncertain.length);
      return { data: uncertain, text: uncertain.length === 0 ? 'Nobody.\n' : drawTable(uncertain) };
    }),
});
