import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/**
 * Starts one of PostgreSQL's programs. The password is passed in the environment, because every user can see a command line.
 * @returns the process, and a promise that resolves when it exits with 0. The promise rejects with a sentence when the program
 * is not installed or fails.
 */
export function startTool(
  program: 'pg_dump' | 'pg_restore' | 'psql',
  args: string[],
  databaseUrl: string | undefined,
  stdio: SpawnOptions['stdio'],
): { process: ChildProcess; ended: Promise<void> } {
  const url = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  const password = url?.password;
  if (url) url.password = '';
  const child = spawn(program, url ? [...args, `--dbname=${url.href}`] : args, {
    stdio,
    env: { ...process.env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) },
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Error(`${program} is not installed. On Debian: apt-get install postgresql-client.`)
          : error,
      ),
    );
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${signal ?? code}: see above.`)),
    );
  });
  return { process: child, ended };
}
