import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { bounceCommand } from './bounce.ts';
import { workerCommand } from './worker.ts';

if (existsSync('.env')) process.loadEnvFile();

const program = new Command('npm run mail --')
  .description('The emails to the list: send them without a server, take in what came back, look at them.')
  .addCommand(workerCommand())
  .addCommand(bounceCommand())
  .addCommand(new Command('preview').description('write every email as HTML and as pictures to docs/emails/'))
  .helpCommand(false);

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
