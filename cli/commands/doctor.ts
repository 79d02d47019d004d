import { Option } from 'commander';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import { defineCommand } from '../define-command.ts';
import { addressFaults } from '../doctor/address-faults.ts';
import { diskFaults, listFaults } from '../doctor/list-faults.ts';
import { mailFaults } from '../doctor/mail-faults.ts';
import { findSamples } from '../doctor/samples.ts';
import { unfitSettings } from '../doctor/unfit-settings.ts';
import { UsageError } from '../terminal.ts';

interface Finding {
  about: keyof typeof examinations;
  finding: string;
}

/** Each check with its heading; it returns a sentence or two for every fault. */
const examinations = {
  settings: {
    heading: 'Settings and dates',
    examine: async (settings: Settings) => unfitSettings(settings, new Date()),
  },
  list: { heading: 'The list', examine: examineList },
  mail: {
    heading: 'Emails',
    // A missing mail server is reported under settings.
    examine: async ({ mail }: Settings) => (mail ? mailFaults(mail) : []),
  },
  address: {
    heading: 'The public address',
    // A missing address is reported under settings.
    examine: async ({ siteUrl }: Settings) => (siteUrl ? addressFaults(siteUrl) : []),
  },
  samples: {
    heading: 'Samples: replace each with what is real and say sample: false',
    examine: async () => (await findSamples()).map(({ file, what }) => `${file}  ${what}`),
  },
};

const subjects = Object.keys(examinations) as Finding['about'][];

/** `doctor`: reports what is wrong and what must change before visitors come; the exit code is 1 if there is a finding. */
export const doctorCommand = defineCommand<{ only?: string }>({
  name: 'doctor',
  summary: 'find what is wrong, and what must change before visitors come, and say what to do about each',
  notes: 'Run it where the server runs, with its settings. It ends with 1 while there is a finding.',
  examples: ['doctor', 'doctor --only settings,samples', 'doctor --json finding'],
  fields: ['about', 'finding'],
  declareOptions(command) {
    command.addOption(new Option('--only <subjects>', `look only at some of ${subjects.join(',')}`));
  },
  async run({ terminal, options }) {
    const settings = readSettings(terminal.env);
    const findings: Finding[] = [];
    for (const about of chosenSubjects(options.only)) {
      const faults = await examinations[about].examine(settings);
      findings.push(...faults.map((finding) => ({ about, finding })));
    }
    return {
      data: findings.map((finding) => ({ ...finding })),
      text: describeFindings(findings),
      hasFindings: findings.length > 0,
    };
  },
});

function chosenSubjects(only: string | undefined): Finding['about'][] {
  if (only === undefined) return subjects;
  const asked = only.split(',');
  const unknown = asked.filter((name) => !subjects.some((subject) => subject === name));
  if (unknown.length > 0)
    throw new UsageError(`--only knows no ${unknown.join(', ')}. There are: ${subjects.join(', ')}.`);
  return subjects.filter((subject) => asked.includes(subject));
}

async function examineList({ database: options }: Settings): Promise<string[]> {
  try {
    const database = await openDatabaseForTools(options);
    try {
      const faults = await listFaults(database, new Date());
      return database.kind === 'embedded' ? [...faults, ...diskFaults(options.dataDir)] : faults;
    } finally {
      await database.close();
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function describeFindings(findings: Finding[]): string {
  if (findings.length === 0) return 'Ready: nothing that this check knows is wrong.\n';
  const groups = subjects.flatMap((subject) => {
    const own = findings.filter(({ about }) => about === subject);
    return own.length === 0
      ? []
      : ['', examinations[subject].heading, ...own.map(({ finding }) => `  ${finding}`)];
  });
  return `${['Not ready for visitors yet.', ...groups].join('\n')}\n`;
}
