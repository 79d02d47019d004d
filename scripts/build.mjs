import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageSettings } from './page-settings.mjs';
import { runTool } from './run.mjs';
import { root } from './setup.mjs';

/** What the built site depends on. tests/imports/what-is-imported.test.ts finds an imported file that is missing here. */
export const sources = [
  'app',
  'build',
  'content',
  'database/database.ts',
  'database/postgres-address.ts',
  'mail/messages',
  'mail/smtp-address.ts',
  'mail/templates.ts',
  'public',
  'scripts/page-settings.mjs',
  'server',
  'system',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
  '.env',
];
const stamp = join(root, '.cache', 'built');

/**
 * Adds a file to a hash, or all files of a folder.
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function addFiles(hash, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return;
  if (statSync(absolute).isDirectory())
    for (const name of readdirSync(absolute).sort()) addFiles(hash, `${path}/${name}`);
  else hash.update(path).update(readFileSync(absolute));
}

/**
 * A calendar quarter in UTC, such as `2027-1`: what the pages say of the launch (content/launch.ts) changes with it alone.
 * @param {Date} day
 */
const quarterOf = (day) => `${day.getUTCFullYear()}-${Math.floor(day.getUTCMonth() / 3) + 1}`;

/** @returns a hash of all that the built site depends on: sources, settings, and the quarter of a year */
function fingerprint() {
  const hash = createHash('sha256');
  for (const path of sources) addFiles(hash, path);
  for (const name of pageSettings) hash.update(`${name}=${process.env[name] ?? ''}`);
  hash.update(quarterOf(new Date()));
  return hash.digest('hex');
}

/** Builds the site into dist/, unless the last build had the same fingerprint. False, and printed, if that fails. */
export async function tryToBuild() {
  const isBuilt = existsSync(join(root, 'dist/index.html')) && existsSync(stamp);
  return (isBuilt && readFileSync(stamp, 'utf8') === fingerprint()) || rebuild();
}

/** Builds the site if anything has changed; ends the run with 1 if that fails. */
export async function build() {
  if (!(await tryToBuild())) process.exit(1);
}

/** Builds the site even if nothing has changed, for example to repair dist/. False, and printed, if that fails. */
export async function rebuild() {
  const made = fingerprint();
  // First, because a build that fails or is interrupted leaves half of its files in dist/.
  rmSync(stamp, { force: true });
  console.error('Building the site …');
  const code = await runTool('vite', ['build', '--logLevel', 'warn']);
  if (code !== 0) {
    console.error('\nThe site could not be built: the lines above say what is wrong and where.');
    return false;
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, made);
  return true;
}
