import {
  cancelAnnouncement,
  pauseAnnouncement,
  resumeAnnouncement,
} from '../../mail/announcement-switches.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { type ConfirmOptions, confirm, declareDryRun, declareYes } from '../confirm.ts';
import { defineCommand } from '../define-command.ts';
import { writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';
import { announcementFields, describeAnnouncement, people } from './describe.ts';
import { assertMailMayGo, mustFind } from './find.ts';
import { followed } from './send.ts';

export const pauseCommand = defineCommand<{ because: string }>({
  name: 'pause <name>',
  summary: 'stop it after the emails under way, from any terminal',
  examples: ['announce pause launch', 'announce pause launch --because "the link is wrong"'],
  fields: announcementFields,
  declareOptions: (command) =>
    void command.option('--because <reason>', 'for whoever asks later', 'paused by hand'),
  run: ({ terminal, args: [name = ''], options }) =>
    withDatabase(terminal, async (database) => {
      const { state } = await mustFind(database, name);
      if (await pauseAnnouncement(database, name, options.because))
        await recordAction(database, 'announce pause', 0);
      else writeStderr(terminal, `${name} is not being sent: it is ${state}.`);
      const now = await mustFind(database, name);
      return { data: { ...now }, text: describeAnnouncement(now) };
    }),
});

export const resumeCommand = defineCommand<{ follow: boolean }>({
  name: 'resume <name>',
  summary: 'let a paused one go on, or its next wave, and show how far it is',
  notes: `All mail that is paused (a restored list, sending pause) pauses announcements until each is resumed by its name.
Of a restored list make sure first that its original has not sent it on since the backup: who got it then would get it again.`,
  examples: ['announce resume launch', 'announce resume launch --no-follow'],
  fields: announcementFields,
  declareOptions: (command) => void command.option('--no-follow', 'do not wait until it is out'),
  run: (call) =>
    withDatabase(call.terminal, async (database) => {
      const name = call.args[0] ?? '';
      const { state } = await mustFind(database, name);
      await assertMailMayGo(database);
      if (await resumeAnnouncement(database, name)) await recordAction(database, 'announce resume', 0);
      else writeStderr(call.terminal, `${name} is not paused: it is ${state}.`);
      return followed(call, database, name);
    }),
});

export const cancelCommand = defineCommand<ConfirmOptions & { dryRun?: boolean }>({
  name: 'cancel <name>',
  summary: 'end it for good: who has not got it will not',
  examples: ['announce cancel launch --dry-run', 'announce cancel launch'],
  fields: announcementFields,
  declareOptions(command) {
    declareDryRun(command);
    declareYes(command);
  },
  run: ({ terminal, args: [name = ''], options }) =>
    withDatabase(terminal, async (database) => {
      const { state, toCome, deferred } = await mustFind(database, name);
      const left = toCome + deferred;
      // Recipients are counted when it is opened, so a plan has none yet.
      const loss = (will: 'will' | 'would') =>
        state === 'planned'
          ? `${name} ${will} end before anybody has got it`
          : `${people(left)} ${will} not get ${name}`;
      if (state === 'done' || state === 'cancelled')
        writeStderr(terminal, `${name} is ${state}: nothing to end.`);
      else if (options.dryRun) writeStderr(terminal, `${loss('would')}. Nothing was changed.`);
      else {
        await confirm(terminal, options, `${loss('will')}, for good.`, 'cancel');
        if (await cancelAnnouncement(database, name)) await recordAction(database, 'announce cancel', left);
      }
      const now = await mustFind(database, name);
      return { data: { ...now }, text: describeAnnouncement(now) };
    }),
});
