import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { giveUp, root } from './setup.mjs';

/** @type {(command: string, args: string[]) => boolean} */
const succeeds = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'ignore' }).status === 0;

/**
 * @param {string[]} packages
 * @returns {boolean} whether they were installed: only root may, and only where there is apt-get
 */
function installDebianPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Installing Debian's ${packages.join(', ')} …`);
  return (
    succeeds('apt-get', ['update']) &&
    succeeds('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  );
}

/** @type {(program: string) => boolean} */
const isOnPath = (program) =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)].some((folder) =>
    existsSync(join(folder, program)),
  );

/**
 * Installs the programs that tests start beside the server, if this machine allows it; a test that lacks one says what it
 * skips. Not where systemd runs: it would start each of them at once, on port 80 too.
 */
export function installServices() {
  const missing = ['nginx', 'openssl', 'pgbouncer'].filter((name) => !isOnPath(name));
  if (!existsSync('/usr/lib/postgresql') && !isOnPath('initdb')) missing.push('postgresql');
  // For `supabase db lint`; other releases of Debian have it for other versions of PostgreSQL.
  const isDebian12 =
    existsSync('/etc/os-release') && /bookworm/.test(readFileSync('/etc/os-release', 'utf8'));
  if (isDebian12 && !existsSync('/usr/share/postgresql/15/extension/plpgsql_check.control'))
    missing.push('postgresql-15-plpgsql-check');
  if (missing.length > 0 && !existsSync('/run/systemd/system')) installDebianPackages(missing);
}

const chromiumPaths = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const firefoxPath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const webkitDriverPath = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';

/** What the other engines' journeys need, and the Debian packages that contain it. */
const parts = [
  { engine: 'firefox', packages: ['firefox-esr'], isInstalled: () => existsSync(firefoxPath) },
  {
    engine: 'webkit',
    packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
    isInstalled: () =>
      existsSync(webkitDriverPath) &&
      existsSync('/usr/bin/Xvfb') &&
      succeeds('/usr/bin/python3', ['-c', "import gi; gi.require_version('WebKit2', '4.1')"]),
  },
];

/**
 * What the journeys run in: Chromium without windows, which needs two thirds of the time for a visit (docs/testing.md). Where
 * it cannot be installed, any Chromium.
 * @returns {string | undefined} its path; undefined when Playwright's own is to be used
 */
export function findHeadlessBrowser() {
  if (process.env.CHROMIUM_PATH) return findBrowser();
  const path = '/usr/bin/chromium-headless-shell';
  return existsSync(path) || installDebianPackages(['chromium-headless-shell']) ? path : findBrowser();
}

/**
 * Finds any Chromium, or installs it.
 * @returns {string | undefined} the same
 */
export function findBrowser() {
  const find = () => chromiumPaths.find((path) => path && existsSync(path));
  const found = find() ?? (installDebianPackages(['chromium']) ? find() : undefined);
  if (found) return found;
  console.error('No Chromium on this machine: asking Playwright for its own …');
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  if (succeeds(process.execPath, [playwright, 'install', 'chromium-headless-shell'])) return undefined;
  return giveUp(
    'No Chromium was found and none could be installed: install Chromium, or set CHROMIUM_PATH, then run this again.',
  );
}

/**
 * Installs Firefox and WebKitGTK where they are missing, if this machine allows it.
 * @returns the engines beside Chromium that can be tested, a sentence for each that cannot, and their drivers' environment
 */
export function findOtherEngines() {
  const findAbsent = () => parts.filter(({ isInstalled }) => !isInstalled());
  const missing = findAbsent().flatMap(({ packages }) => packages);
  if (missing.length > 0) installDebianPackages(missing);
  const absent = findAbsent();
  return {
    engines: parts.filter((part) => !absent.includes(part)).map(({ engine }) => engine),
    notes: absent.map(
      ({ engine, packages }) =>
        `Skipped in ${engine}: it is not here and could not be installed. On Debian: apt-get install ${packages.join(' ')}`,
    ),
    environment: { FIREFOX_PATH: firefoxPath, WEBKIT_DRIVER_PATH: webkitDriverPath },
  };
}
