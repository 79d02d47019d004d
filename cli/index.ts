import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { exportCommand } from './commands/export.ts';
import { launchCheckCommand } from './commands/launch-check.ts';
import { statsCommand } from './commands/stats.ts';

if (existsSync('.env')) process.loadEnvFile();

// Whoever reads the output may stop early (head, less): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const program = new Command('npm run waitlist --')
  .description(
    'Look at the waitlist, take it out, get ready to launch. Works while the site runs and while it does not.',
  )
  .addCommand(statsCommand())
  .addCommand(exportCommand())
  .addCommand(launchCheckCommand())
  .helpCommand(false)
  .addHelpText(
    'after',
    `
Where the list is: DATABASE_URL when it is set, else the folder DATA_DIR (./data).

Examples:
  npm run waitlist -- stats
  npm run waitlist -- export --format csv --out waitlist.csv
  npm run waitlist -- launch-check
  npm run waitlist -- export --help`,
  );

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
