import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOut } from './check-out.ts';
import { checks } from './checks.ts';
import { type DebianServer, startDebianServer } from './debian-server.ts';
import { assertPortsAreFree, assertPrograms } from './programs.ts';
import { type ReadmeBlock, readmeBlocks } from './readme-blocks.ts';
import { type RunResult, run } from './shell.ts';

/** Follows deploy/README.md to the letter on an empty server. Takes about ten minutes. */
await assertPrograms({ debootstrap: 'debootstrap', 'systemd-nspawn': 'systemd-container' });
// The server shares this machine's network.
await assertPortsAreFree([80, 443, 3000]);

const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
const project = join(folder, 'site');
const print = (seconds: number, text: string) => console.log(`${seconds.toFixed(1).padStart(7)} s  ${text}`);

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
  server = await startDebianServer(folder);
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
  rmSync(folder, { recursive: true, force: true });
}
