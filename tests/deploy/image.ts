import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkOut, childOf, run } from '../support/machine.ts';
import { freePort } from '../support/network.ts';

/** Builds the Dockerfile without an engine or a registry; then starts the image, joins, stops it and starts it again. */
const folder = mkdtempSync(join(tmpdir(), 'image-'));
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
const isolation = ['--isolation', 'chroot'];
const buildah = async (...args: string[]) => (await run('buildah', [...store, ...args])).trim();

/** A substitute for the registry's image node:26-slim: a Debian 12 with this process's Node, npm 11 and the user `node`. */
async function makeNodeImage(root: string): Promise<void> {
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

const port = await freePort();
const site = `http://127.0.0.1:${port}`;

/** Starts the image's own command, and waits until it takes joins. Returns a function that stops it, with its exit code. */
async function startContainer(options: string[], command: string[]): Promise<() => Promise<number | null>> {
  const child = spawn('buildah', [...store, 'run', ...options, '--', ...command], { stdio: 'inherit' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const answer = () => fetch(`${site}/readyz`).catch(() => undefined);
  while (!(await answer())?.ok) {
    if (child.exitCode !== null) throw new Error(`The container ended with ${child.exitCode}.`);
    await setTimeout(200);
  }
  return () => {
    let server = child.pid;
    for (let next = childOf(server); next; next = childOf(server)) server = next;
    process.kill(server ?? 0, 'SIGTERM');
    return ended;
  };
}

try {
  await makeNodeImage(join(folder, 'node'));
  const project = join(folder, 'site');
  checkOut(project);
  const lent = ['/etc/ssl/certs', join(homedir(), '.npmrc')].filter(existsSync);
  const volumes = lent.flatMap((path) => ['-v', `${path}:${path}:ro`]);
  const format = ['--format', 'docker', '--pull-never', '--build-arg', 'SITE_URL=https://bukoor.example'];
  await buildah('bud', ...isolation, ...format, ...volumes, '-t', 'site', project);
  const { config } = JSON.parse(await buildah('inspect', '--type', 'image', 'site')).Docker;
  const container = await buildah('from', '--pull-never', 'localhost/site');
  const list = join(folder, 'list');
  mkdirSync(list);
  await run('chown', ['1000:1000', list]);
  const options = [...isolation, '--env', `PORT=${port}`, '-v', `${list}:/data`, container];
  const first = await startContainer(options, config.Cmd);
  assert.equal((await fetch(site)).status, 200);
  const body = new URLSearchParams({ email: 'first@bukoor.example' });
  const joined = await fetch(`${site}/waitlist/join`, { method: 'POST', body, redirect: 'manual' });
  assert.equal(joined.headers.get('location'), '/waitlist/joined');
  await buildah('run', ...options, '--', ...config.Healthcheck.Test.slice(1));
  assert.equal(await first(), 0);
  const again = await startContainer(options, config.Cmd);
  const stats = await buildah('run', ...options, '--', 'node', 'cli/index.ts', 'stats', '--json', 'onList');
  assert.equal(JSON.parse(stats).onList, 1);
  assert.equal(await again(), 0);
  console.log('The image took a join, kept it, and ended with 0.');
} finally {
  await buildah('rm', '--all').catch(() => {});
  await buildah('rmi', '--all', '--force').catch(() => {});
  rmSync(folder, { recursive: true, force: true });
}
