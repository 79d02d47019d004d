import { existsSync } from 'node:fs';
import { run } from './run.ts';

if (existsSync('.env')) process.loadEnvFile();

// Whoever reads the output may stop early (head, less): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const { env, stdin, stdout, stderr } = process;
process.exitCode = await run(process.argv.slice(2), { env, stdin, stdout, stderr });
