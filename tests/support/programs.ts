import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type ProcessOptions, startProcess } from './processes.ts';
import { noteMissing } from './skipped.ts';

/** Where Debian keeps servers, which is not in everybody's path. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin'];

/**
 * The folder of an installed program. Returns undefined where there is none, and notes what is skipped; throws in CI (noteMissing).
 * @param debianPackage has it
 * @param folders to look in before those of the path
 */
export function findFolderOf(program: string, debianPackage = program, folders = serverFolders) {
  const found = [...folders, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
    existsSync(join(folder, program)),
  );
  if (!found) noteMissing(`Skipped: ${program} is not here. On Debian: apt-get install ${debianPackage}.`);
  return found;
}

/** PostgreSQL refuses to run as root, so root runs programs as nobody. */
export const unprivilegedAccount = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Gives a folder and all that is in it to the account that programs run as. */
export function giveToAccount(path: string): void {
  const account = unprivilegedAccount;
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}

/** Makes a folder in which that account may write. */
export function makeProgramFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  giveToAccount(folder);
  return folder;
}

export type RunningProgram = ReturnType<typeof startProgram>;

/** Starts a program in a folder, as that account; of what it writes stderr is kept. */
export const startProgram = (
  program: string,
  args: readonly string[],
  folder: string,
  options: ProcessOptions = {},
) =>
  startProcess(program, args, {
    ...unprivilegedAccount,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  });
