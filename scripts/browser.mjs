import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, root } from './install.mjs';

const systemBrowsers = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const findSystemBrowser = () => systemBrowsers.find((path) => path && existsSync(path));

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

function installDebianPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error("Installing Debian's Chromium …");
  return (
    succeeds('apt-get', ['update']) &&
    succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  );
}

/**
 * Sees to it that there is a Chromium for the browser tests.
 * @returns {string | undefined} its path; undefined when Playwright's own is to be used
 */
export function findBrowser() {
  const found = findSystemBrowser();
  if (found) return found;
  if (installDebianPackage()) return findSystemBrowser();
  if (installPlaywrightBrowser()) return undefined;
  return giveUp(
    'No Chromium was found and none could be installed: install Chromium, or set CHROMIUM_PATH, then run this again.',
  );
}
