import { Option } from 'commander';
import { type Check, type Circumstances, checksIn, runCheck } from '../../server/checks/checks.ts';
import { readSettings } from '../../server/settings.ts';
import { defineCommand, namesIn, withDatabase } from '../command.ts';
import { type Terminal, writeStderr } from '../terminal.ts';
import { findSamples } from './samples.ts';

/** Only `doctor` runs where the sources of the site's words are. */
const samples: Omit<Check, 'runsIn'> = {
  subject: 'samples',
  heading: 'Samples: replace each with what is real and say sample: false',
  find: () => findSamples(),
};

const checks = [...checksIn('doctor'), samples];

const subjects = checks.map(({ subject }) => subject);

const circumstancesOf = (terminal: Terminal): Circumstances => ({
  settings: readSettings(terminal.env),
  now: new Date(),
  withList: (work) => withDatabase(terminal, work),
  say: (sentence) => writeStderr(terminal, sentence),
  ask: fetch,
  // The person who typed the command can interrupt it.
  signal: new AbortController().signal,
});

/** `doctor`: reports what is wrong and what must change before visitors come; the exit code is 1 if there is a finding. */
export const doctorCommand = defineCommand<{ only?: string }>({
  name: 'doctor',
  summary: 'find what is wrong, and what must change before visitors come, and say what to do about each',
  notes: 'Run it where the server runs, with its settings. It ends with 1 while there is a finding.',
  examples: ['doctor', 'doctor --only settings,samples', 'doctor --json finding'],
  fields: 'about, finding',
  options: [new Option('--only <subjects>', `look only at some of ${subjects.join(',')}`)],
  async run({ terminal, options: { only } }) {
    const circumstances = circumstancesOf(terminal);
    const chosen = only === undefined ? subjects : namesIn(only, subjects, '--only knows no');
    const data: { about: string; finding: string }[] = [];
    let text = '';
    for (const check of checks) {
      const { subject, heading } = check;
      if (!chosen.includes(subject)) continue;
      const faults = await runCheck(check, circumstances);
      data.push(...faults.map((finding) => ({ about: subject, finding })));
      if (faults.length > 0) text += `\n${[heading, ...faults].join('\n  ')}\n`;
    }
    if (data.length === 0) return { data, text: 'Ready: nothing that this check knows is wrong.\n' };
    return { data, text: `Not ready for visitors yet.\n${text}`, hasFindings: true };
  },
});
