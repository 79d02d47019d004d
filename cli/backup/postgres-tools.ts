import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/**
 * Starts one of PostgreSQL's own programs on a database. The password goes by the environment: the command line is for all to see.
 * @returns the process, and what resolves when it has ended well
 * @throws (the promise) Error with a sentence when it is not installed or fails
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
