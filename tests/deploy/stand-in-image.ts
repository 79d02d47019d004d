import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './shell.ts';

/**
 * Makes a substitute for the registry's image node:26-slim: a Debian 12 with this process's Node, npm 11 and the user `node`.
 * @param root an empty folder for its file system
 */
export async function makeNodeImage(
  root: string,
  buildah: (...args: string[]) => Promise<string>,
): Promise<void> {
  const include = '--include=ca-certificates,libatomic1';
  await run('debootstrap', ['--variant=minbase', include, 'bookworm', root]);
  const local = join(root, 'usr/local');
  cpSync(dirname(dirname(process.execPath)), local, { recursive: true });
  await run('npm', ['install', '--global', '--prefix', local, '--no-audit', '--no-fund', 'npm@11']);
  // npm in the build trusts the same certificates as this machine.
  mkdirSync(join(local, 'etc'), { recursive: true });
  writeFileSync(join(local, 'etc/npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
  await run('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  await run('chroot', [root, 'apt-get', 'clean']);
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, root, '/');
  await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', container);
  await buildah('commit', '--quiet', '--rm', container, 'docker.io/library/node:26-slim');
}
