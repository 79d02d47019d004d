import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackages } from './debian-packages.mjs';
import { giveUp, root } from './install.mjs';

const chromiumPaths = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const firefoxPath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const webkitDriverPath = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';

/** What the other engines' journeys need, and the Debian packages that it comes in. */
const parts = [
  { engine: 'firefox', packages: ['firefox-esr'], isThere: () => existsSync(firefoxPath) },
  {
    engine: 'webkit',
    packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
    isThere: () =>
      existsSync(webkitDriverPath) &&
      existsSync('/usr/bin/Xvfb') &&
      succeeds('/usr/bin/python3', ['-c', "import gi; gi.require_version('WebKit2', '4.1')"]),
  },
];

const findSystemBrowser = () => chromiumPaths.find((path) => path && existsSync(path));

const succeeds = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'ignore' }).status === 0;

/** Playwright's own download, where the network allows it. */
function installPlaywrightBrowser() {
  console.error('No Chromium on this machine: asking Playwright for its own …');
  return succeeds(process.execPath, [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'install',
    'chromium-headless-shell',
  ]);
}

/**
 * What the journeys run in: Chromium without windows, which opens a page in half the time (docs/testing.md), else all of it.
 * @returns {string | undefined} its path; undefined when Playwright's own is to be used
 */
export function findHeadlessBrowser() {
  const path = '/usr/bin/chromium-headless-shell';
  return !process.env.CHROMIUM_PATH && existsSync(path) ? path : findBrowser();
}

/**
 * Sees to it that there is a Chromium.
 * @returns {string | undefined} its path; undefined when Playwright's own is to be used
 */
export function findBrowser() {
  const found = findSystemBrowser();
  if (found) return found;
  if (installDebianPackages(['chromium'])) return findSystemBrowser();
  if (installPlaywrightBrowser()) return undefined;
  return giveUp(
    'No Chromium was found and none could be installed: install Chromium, or set CHROMIUM_PATH, then run this again.',
  );
}

/**
 * Sees to it that Firefox and WebKitGTK are there, as far as this machine can have them.
 * @returns the engines beside Chromium that can be tested, a sentence for each that cannot, and what its drivers read
 */
export function findOtherEngines() {
  const missing = parts.filter(({ isThere }) => !isThere()).flatMap(({ packages }) => packages);
  if (missing.length > 0) installDebianPackages(missing);
  const [present, absent] = [parts.filter((part) => part.isThere()), parts.filter((part) => !part.isThere())];
  return {
    engines: present.map(({ engine }) => engine),
    notes: absent.map(
      ({ engine, packages }) =>
        `Skipped in ${engine}: it is not here and could not be installed. On Debian: apt-get install ${packages.join(' ')}`,
    ),
    environment: { FIREFOX_PATH: firefoxPath, WEBKIT_DRIVER_PATH: webkitDriverPath },
  };
}
