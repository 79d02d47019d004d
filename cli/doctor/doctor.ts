import { Option } from 'commander';
import { checkAddress } from '../../server/checks/address.ts';
import { checkBackEnd } from '../../server/checks/back-end.ts';
import { checkConnections } from '../../server/checks/connections.ts';
import { checkList, faultsOfOpenedAbandonedList } from '../../server/checks/list.ts';
import { checkMail } from '../../server/checks/mail.ts';
import { checkSettings } from '../../server/checks/settings.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import { reasonOf } from '../../system/reason-of.ts';
import { countSoonForgotten, soonForgottenSentence } from '../../waitlist/silent.ts';
import { defineCommand, namesIn, withDatabase } from '../command.ts';
import { type Terminal, writeStderr } from '../terminal.ts';
import { findSamples } from './samples.ts';

/**
 * Resolves to a sentence or two for each fault: what is wrong and what to do. It never rejects. It writes to the terminal what is
 * worth knowing and no fault.
 */
type Check = (settings: Settings, terminal: Terminal) => string[] | Promise<string[]>;

/** Only `settings` reports what is missing, such as a mail server. */
const checks: Record<string, [heading: string, check: Check]> = {
  settings: ['Settings and dates', (settings) => checkSettings(settings, new Date())],
  connections: [
    'Connections',
    (settings, terminal) => checkConnections(settings, (line) => writeStderr(terminal, line)),
  ],
  list: ['The list', openAndCheckList],
  mail: ['Emails', ({ mail }) => (mail ? checkMail(mail) : [])],
  address: ['The public address', ({ siteUrl }) => (siteUrl ? checkAddress(siteUrl) : [])],
  backend: [
    'The back end',
    ({ backendUrl, ...settings }, terminal) =>
      backendUrl ? checkBackEnd({ backendUrl, ...settings }, (line) => writeStderr(terminal, line)) : [],
  ],
  samples: ['Samples: replace each with what is real and say sample: false', () => findSamples()],
};

const subjects = Object.keys(checks);

async function openAndCheckList(settings: Settings, terminal: Terminal): Promise<string[]> {
  try {
    return await withDatabase(terminal, async (database) => {
      const faults = await checkList(database, settings.database, new Date());
      const soonForgotten = faults.length === 0 ? await countSoonForgotten(database) : 0;
      if (soonForgotten > 0) writeStderr(terminal, soonForgottenSentence(soonForgotten));
      return [...faults, ...(await faultsOfOpenedAbandonedList(settings.database))];
    });
  } catch (error) {
    return [reasonOf(error)];
  }
}

/** `doctor`: reports what is wrong and what must change before visitors come; the exit code is 1 if there is a finding. */
export const doctorCommand = defineCommand<{ only?: string }>({
  name: 'doctor',
  summary: 'find what is wrong, and what must change before visitors come, and say what to do about each',
  notes: 'Run it where the server runs, with its settings. It ends with 1 while there is a finding.',
  examples: ['doctor', 'doctor --only settings,samples', 'doctor --json finding'],
  fields: 'about, finding',
  options: [new Option('--only <subjects>', `look only at some of ${subjects.join(',')}`)],
  async run({ terminal, options: { only } }) {
    const settings = readSettings(terminal.env);
    const chosen = only === undefined ? subjects : namesIn(only, subjects, '--only knows no');
    const data: { about: string; finding: string }[] = [];
    let text = '';
    for (const [about, [heading, check]] of Object.entries(checks)) {
      if (!chosen.includes(about)) continue;
      const faults = await check(settings, terminal);
      data.push(...faults.map((finding) => ({ about, finding })));
      if (faults.length > 0) text += `\n${[heading, ...faults].join('\n  ')}\n`;
    }
    if (data.length === 0) return { data, text: 'Ready: nothing that this check knows is wrong.\n' };
    return { data, text: `Not ready for visitors yet.\n${text}`, hasFindings: true };
  },
});
