import { existsSync } from 'node:fs';
import type { TerminalCommand } from './define-command.ts';
import { run } from './run.ts';

/** Runs a program with what this process was given: its words, its settings (a file .env too) and its streams. */
export async function runInProcess(program: TerminalCommand): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile();
  // Whoever reads the output may stop early (head, less): that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await run(program, process.argv.slice(2), { env, stdin, stdout, stderr });
}
