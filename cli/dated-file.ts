import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Beside a backup, a name that is not taken. */
export function datedFile(file: string, what: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const path = join(dirname(resolve(file)), `${what}-${time}`);
  return existsSync(`${path}.backup`) ? `${path}-${process.pid}.backup` : `${path}.backup`;
}
