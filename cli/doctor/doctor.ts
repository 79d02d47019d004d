import { Option } from 'commander';
import { readSettings, type Settings } from '../../server/settings.ts';
import { defineCommand, namesIn } from '../command.ts';
import { type Terminal, writeStderr } from '../terminal.ts';
import { checkBackEnd } from './backend.ts';
import { checkConnections } from './connections.ts';
import { checkOpenedList } from './list.ts';
import { checkMail } from './mail.ts';
import { findSamples } from './samples.ts';
import { checkAddress, checkSettings } from './settings.ts';

/**
 * Resolves to a sentence or two for each fault, what is wrong and what to do, and never rejects. What is no fault but worth
 * knowing goes to the terminal.
 */
type Check = (settings: Settings, terminal: Terminal) => string[] | Promise<string[]>;

/** What is missing, such as a mail server, is reported under settings alone. */
const checks: Record<string, [heading: string, check: Check]> = {
  settings: ['Settings and dates', (settings) => checkSettings(settings, new Date())],
  connections: [
    'Connections',
    (settings, terminal) => checkConnections(settings, (line) => writeStderr(terminal, line)),
  ],
  list: ['The list', ({ database }, terminal) => checkOpenedList(terminal, database)],
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
    const asked = only === undefined ? subjects : namesIn(only, subjects, '--only knows no');
    const data: { about: string; finding: string }[] = [];
    let text = '';
    for (const [about, [heading, check]] of Object.entries(checks)) {
      if (!asked.includes(about)) continue;
      const faults = await check(settings, terminal);
      data.push(...faults.map((finding) => ({ about, finding })));
      if (faults.length > 0) text += `\n${[heading, ...faults].join('\n  ')}\n`;
    }
    if (data.length === 0) return { data, text: 'Ready: nothing that this check knows is wrong.\n' };
    return { data, text: `Not ready for visitors yet.\n${text}`, hasFindings: true };
  },
});
