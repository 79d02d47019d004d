import { Option } from 'commander';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import { defineCommand } from '../define-command.ts';
import { checkDisk, checkList, findSamples } from '../doctor/list-checks.ts';
import { checkMail } from '../doctor/mail-checks.ts';
import { checkAddress, checkSettings } from '../doctor/settings-checks.ts';
import { UsageError } from '../terminal.ts';

interface Finding {
  about: keyof typeof checks;
  finding: string;
}

/** Each check with its heading; it returns a sentence or two for every fault. */
const checks = {
  settings: {
    heading: 'Settings and dates',
    check: async (settings: Settings) => checkSettings(settings, new Date()),
  },
  list: { heading: 'The list', check: checkOpenedList },
  mail: {
    heading: 'Emails',
    // A missing mail server is reported under settings.
    check: async ({ mail }: Settings) => (mail ? checkMail(mail) : []),
  },
  address: {
    heading: 'The public address',
    // A missing address is reported under settings.
    check: async ({ siteUrl }: Settings) => (siteUrl ? checkAddress(siteUrl) : []),
  },
  samples: {
    heading: 'Samples: replace each with what is real and say sample: false',
    check: async () => (await findSamples()).map(({ file, what }) => `${file}  ${what}`),
  },
};

const subjects = Object.keys(checks) as Finding['about'][];

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
      const faults = await checks[about].check(settings);
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

async function checkOpenedList({ database: options }: Settings): Promise<string[]> {
  try {
    const database = await openDatabaseForTools(options);
    try {
      const faults = await checkList(database, new Date());
      return database.kind === 'embedded' ? [...faults, ...checkDisk(options.dataDir)] : faults;
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
    return own.length === 0 ? [] : ['', checks[subject].heading, ...own.map(({ finding }) => `  ${finding}`)];
  });
  return `${['Not ready for visitors yet.', ...groups].join('\n')}\n`;
}
