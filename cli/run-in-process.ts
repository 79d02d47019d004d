import { existsSync } from 'node:fs';
import type { TerminalCommand } from './define-command.ts';
import { run } from './run.ts';

/** Runs a program with this process's arguments, environment (and a file .env) and streams. */
export async function runInProcess(program: TerminalCommand): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile();
  // A reader of the output may stop early (head, less), which is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await run(program, process.argv.slice(2), { env, stdin, stdout, stderr });
}
