import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isOpen } from '../support/network.ts';
import { startProcess } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { assertPrograms, checkOut, childOf, type RunResult, run } from './machine.ts';
import { checks, type ReadmeBlock, readmeBlocks } from './readme.ts';

/** Follows deploy/README.md to the letter on an empty server. Takes about ten minutes. */
await assertPrograms({ debootstrap: 'debootstrap', 'systemd-nspawn': 'systemd-container' });
// The server shares this machine's network.
for (const port of [80, 443, 3000])
  if (await isOpen(port)) throw new Error(`Stop the program that has port ${port}: the test needs it.`);

const { path: folder, remove } = temporaryFolder();
const project = join(folder, 'site');
const print = (seconds: number, text: string) => console.log(`${seconds.toFixed(1).padStart(7)} s  ${text}`);

type DebianServer = Awaited<ReturnType<typeof startDebianServer>>;

/** A Debian 12 with nothing but what debootstrap installs, booted by its own systemd. */
async function startDebianServer() {
  const root = join(folder, 'root');
  await run('debootstrap', ['bookworm', root]);
  const options = ['--boot', '--register=no', '--keep-unit', '--link-journal=no', '--resolv-conf=copy-host'];
  const machine = `bukoor-${process.pid}`;
  const args = ['-D', root, `--machine=${machine}`, '--console=pipe', ...options];
  const nspawn = startProcess('systemd-nspawn', args, { stdio: 'ignore', lastSignals: ['SIGTERM'] });
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const environment = ['HOME=/root', 'LANG=C.UTF-8', `PATH=${path}`];
  const type = (script: string) => {
    // nspawn's child is the first process inside, systemd.
    const inside = ['--target', String(childOf(nspawn.child.pid)), '--all', 'env', '-i', ...environment];
    return run('nsenter', [...inside, 'bash', '-e', '-o', 'pipefail', '-c', `cd\n${script}`]);
  };
  for (let tries = 60; ; tries -= 1) {
    await wait(1000);
    const booted = await type('systemctl is-system-running --wait').catch((error: Error) => error);
    if (!(booted instanceof Error)) break;
    if (tries === 0) throw booted;
  }
  return {
    /** Its root file system, from outside. */
    root,
    /** Runs a script in root's shell, which stops at the first command that fails. Throws as `run` does. */
    type,
    stop: () => nspawn.stop(),
  };
}

function type({ where, script }: ReadmeBlock, server: DebianServer): Promise<RunResult> {
  if (where === 'server') return server.type(script);
  if (where === 'copy') return run('cp', [join(folder, 'bukoor.tar.gz'), join(server.root, 'root')]);
  return run('bash', ['-e', '-c', script], { cwd: project });
}

/** Follows every step, and prints the output of steps 5 and 8. */
async function followReadme(server: DebianServer): Promise<void> {
  let onServer = 0;
  for (const block of readmeBlocks()) {
    const { output, seconds } = await type(block, server);
    print(seconds, `${block.step} (${block.where})`);
    if (block.where === 'server') onServer += seconds;
    if (!/^[58]\. /.test(block.step)) continue;
    console.log(output.trim());
    if (block.step.startsWith('8.')) continue;
    print(onServer, 'in all on the server, from an empty Debian to the first join');
    if (!output.includes('303 https://bukoor.example/waitlist/joined')) throw new Error('Nobody joined.');
  }
}

let server: DebianServer | undefined;
try {
  checkOut(project);
  server = await startDebianServer();
  print(performance.now() / 1000, 'Debian 12 by debootstrap, booted');
  await followReadme(server);
  for (const { says, script, prints } of checks) {
    const checked = performance.now();
    const ran = await server.type(script).catch((error: Error) => error);
    const holds = !(ran instanceof Error) && prints.test(ran.output);
    print((performance.now() - checked) / 1000, `${holds ? 'held' : 'BROKEN'}: ${says}`);
    if (holds) continue;
    console.log(ran instanceof Error ? ran.message : ran.output.trim());
    process.exitCode = 1;
  }
} finally {
  await server?.stop();
  remove();
}
