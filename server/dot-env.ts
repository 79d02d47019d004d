import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readTextFile } from '../system/text-file.ts';

/**
 * Adds the settings of a file `.env`, if there is one, to the environment, which wins where both name a setting.
 * @throws UnreadableFile
 */
export function loadDotEnv(env: NodeJS.Dict<string> = process.env, file = '.env'): void {
  if (!existsSync(file)) return;
  const settings = parseEnv(readTextFile(file));
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
}
