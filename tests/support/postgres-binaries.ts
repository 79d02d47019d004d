import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { noteMissing } from './skipped.ts';

/**
 * The folder of initdb, postgres and PostgreSQL's other programs.
 * Returns undefined on a machine without them, where tests that need them are skipped. Throws in CI (noteMissing).
 */
export function findPostgresBinaries(): string | undefined {
  const found = [
    configuredFolder(),
    ...installedFolders(),
    ...(process.env.PATH ?? '').split(delimiter),
  ].find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
  if (found) return found;
  noteMissing(
    'Skipped on PostgreSQL: initdb and postgres are not here. On Debian: apt-get install postgresql.',
  );
  return undefined;
}

function configuredFolder(): string | undefined {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

function installedFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'));
}

function findAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such account: try the next one.
    }
  }
  return undefined;
}

/** PostgreSQL refuses to run as root, so root runs it as the account that its package made, or as nobody. */
export const unprivilegedAccount = findAccount();
