import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** @returns {boolean} whether they were installed: only root may, and only where there is apt-get */
export function installDebianPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Installing Debian's ${packages.join(', ')} …`);
  return (
    succeeds('apt-get', ['update']) &&
    succeeds('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  );
}

const isOnPath = (program) =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)].some((folder) =>
    existsSync(join(folder, program)),
  );

/** The programs that tests start, named as their Debian packages. */
const services = [
  { name: 'nginx', isInstalled: () => isOnPath('nginx') },
  { name: 'caddy', isInstalled: () => isOnPath('caddy') },
  { name: 'openssl', isInstalled: () => isOnPath('openssl') },
  { name: 'pgbouncer', isInstalled: () => isOnPath('pgbouncer') },
  { name: 'postgresql', isInstalled: () => existsSync('/usr/lib/postgresql') || isOnPath('initdb') },
];

/**
 * Installs the programs that tests start beside the server, if this machine allows it; a test that lacks one says what it
 * skips. Not where systemd runs: it would start each of them at once, on port 80 too.
 */
export function installServices() {
  const missing = services.filter(({ isInstalled }) => !isInstalled()).map(({ name }) => name);
  if (missing.length > 0 && !existsSync('/run/systemd/system')) installDebianPackages(missing);
}
