import { Command } from 'commander';
import { readSettings } from '../../server/settings.ts';
import { findSamples, type Sample } from '../launch-check/samples.ts';
import { unfitSettings } from '../launch-check/unfit-settings.ts';

/** `launch-check`: what is still a sample and which settings are unfit for visitors, on stdout; exit code 1 while there is any. */
export function launchCheckCommand(): Command {
  return new Command('launch-check')
    .description('what must change before visitors come: samples in the content, unfit settings')
    .addHelpText(
      'after',
      '\nEnds with 1 while anything is left.\n\nExample:\n  npm run waitlist -- launch-check',
    )
    .action(async () => {
      const faults = unfitSettings(readSettings(process.env), new Date());
      const samples = await findSamples();
      process.stdout.write(describeLeftovers(faults, samples));
      if (faults.length + samples.length > 0) process.exitCode = 1;
    });
}

function describeLeftovers(faults: string[], samples: Sample[]): string {
  if (faults.length + samples.length === 0)
    return 'Ready: no samples, and every setting this check knows is fit.\n';
  const width = Math.max(...samples.map(({ file }) => file.length));
  const lines = ['Not ready for visitors yet.'];
  if (faults.length > 0) lines.push('', 'Settings and dates', ...faults.map((fault) => `  ${fault}`));
  if (samples.length > 0) {
    lines.push('', 'Samples: replace each with what is real and say sample: false');
    lines.push(...samples.map(({ file, what }) => `  ${file.padEnd(width)}  ${what}`));
  }
  return `${lines.join('\n')}\n`;
}
