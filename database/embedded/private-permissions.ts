import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a folder that only this user may enter. @throws Error with a sentence for the operator when that fails */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${folder} cannot be made or kept private: ${reason}.`, {
      cause: error,
    });
  }
}

/**
 * Removes the permissions of group and others from everything in a folder: PGlite makes its files writable for everybody, and
 * a copy of the folder may lie outside a private one.
 */
export function makeTreePrivate(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeTreePrivate(path);
    else if (entry.isFile()) chmodSync(path, 0o600);
  }
  chmodSync(folder, 0o700);
}
