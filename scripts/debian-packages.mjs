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

/** What tests start for themselves, and the Debian package that it comes in. */
const services = [
  { name: 'nginx', isThere: () => isOnPath('nginx') },
  { name: 'caddy', isThere: () => isOnPath('caddy') },
  { name: 'openssl', isThere: () => isOnPath('openssl') },
  { name: 'pgbouncer', isThere: () => isOnPath('pgbouncer') },
  { name: 'postgresql', isThere: () => existsSync('/usr/lib/postgresql') || isOnPath('initdb') },
];

/**
 * Sees to it that the programs are there which tests start beside the server, as far as this machine may have them; a test
 * says what it skips for want of one. Not where systemd runs: it would start each of them at once, on port 80 too.
 */
export function installServices() {
  const missing = services.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (missing.length > 0 && !existsSync('/run/systemd/system')) installDebianPackages(missing);
}
