import { Option } from 'commander';
import { readSettings, type Settings } from '../../server/settings.ts';
import { defineCommand } from '../command.ts';
import { UsageError, writeStderr } from '../terminal.ts';
import { checkOpenedList } from './list.ts';
import { checkMail } from './mail.ts';
import { findSamples } from './samples.ts';
import { askDoors, checkAddress, checkSettings } from './settings.ts';

interface Check {
  heading: string;
  /** Resolves to a sentence or two for each fault, and never rejects. `note` says what is no fault but worth knowing. */
  check(settings: Settings, note: (line: string) => void): Promise<string[]>;
}

/** What is missing, such as a mail server, is reported under settings alone. */
const checks = {
  settings: {
    heading: 'Settings and dates',
    check: async (settings) => checkSettings(settings, new Date()),
  },
  list: { heading: 'The list', check: ({ database }) => checkOpenedList(database) },
  mail: { heading: 'Emails', check: async ({ mail }) => (mail ? checkMail(mail) : []) },
  address: {
    heading: 'The public address',
    check: async ({ siteUrl }) => (siteUrl ? checkAddress(siteUrl) : []),
  },
  backend: {
    heading: 'The hosted back end',
    check: async ({ backendUrl, anonKey }, note) => (backendUrl ? askDoors(backendUrl, anonKey, note) : []),
  },
  samples: {
    heading: 'Samples: replace each with what is real and say sample: false',
    check: () => findSamples(),
  },
} satisfies Record<string, Check>;

interface Finding {
  about: keyof typeof checks;
  finding: string;
}

const subjects = Object.keys(checks) as Finding['about'][];

/** `doctor`: reports what is wrong and what must change before visitors come; the exit code is 1 if there is a finding. */
export const doctorCommand = defineCommand<{ only?: string }>({
  name: 'doctor',
  summary: 'find what is wrong, and what must change before visitors come, and say what to do about each',
  notes: 'Run it where the server runs, with its settings. It ends with 1 while there is a finding.',
  examples: ['doctor', 'doctor --only settings,samples', 'doctor --json finding'],
  fields: ['about', 'finding'],
  options: [new Option('--only <subjects>', `look only at some of ${subjects.join(',')}`)],
  async run({ terminal, options: { only } }) {
    const settings = readSettings(terminal.env);
    const asked = only?.split(',') ?? subjects;
    const unknown = asked.filter((name) => !subjects.some((subject) => subject === name));
    if (unknown.length > 0)
      throw new UsageError(`--only knows no ${unknown.join(', ')}. There are: ${subjects.join(', ')}.`);
    const data: Finding[] = [];
    for (const about of subjects.filter((subject) => asked.includes(subject))) {
      const check: Check['check'] = checks[about].check;
      const faults = await check(settings, (line) => writeStderr(terminal, line));
      data.push(...faults.map((finding) => ({ about, finding })));
    }
    return { data, text: describeFindings(data), hasFindings: data.length > 0 };
  },
});

function describeFindings(findings: Finding[]): string {
  if (findings.length === 0) return 'Ready: nothing that this check knows is wrong.\n';
  const groups = subjects.flatMap((subject) => {
    const own = findings.filter(({ about }) => about === subject);
    return own.length === 0 ? [] : ['', checks[subject].heading, ...own.map(({ finding }) => `  ${finding}`)];
  });
  return `${['Not ready for visitors yet.', ...groups].join('\n')}\n`;
}
