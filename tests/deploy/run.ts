import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { marked, type Tokens } from 'marked';
import { site } from '../../content/site.ts';
import { checkOut, childOf, run } from '../support/machine.ts';
import { isOpen } from '../support/network.ts';
import { startProcess } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ready =
  'curl -fsS --retry 60 --retry-delay 1 --retry-all-errors -o /dev/null http://127.0.0.1:3000/readyz';
const listed = 'bukoor stats --json onList';
const backups = '/var/backups/waitlist';

/**
 * What a server that was set up by deploy/README.md has to fulfil besides its first join: the script does not fail in its shell,
 * and its output matches `prints`.
 */
const checks = [
  {
    says: 'systemd finds no mistake in the units',
    // Without the option a directive that systemd does not know is a warning, and the exit code 0.
    script: 'systemd-analyze verify --recursive-errors=no /etc/systemd/system/bukoor*; echo none',
    prints: /^none$/m,
  },
  {
    says: 'the exposure of the service is below 2.5',
    script: 'systemd-analyze security bukoor --no-pager --threshold=25 | tail -n 1',
    prints: /exposure level for bukoor.service: [01]\.\d/,
  },
  {
    says: 'a server that is killed comes back by itself, and the join is still there',
    script: `systemctl kill --signal=KILL bukoor; ${ready}; systemctl show -P NRestarts bukoor; ${listed}`,
    prints: /^1$[\s\S]*"onList": 1\b/m,
  },
  {
    says: 'nobody but the service reads the list, its backups, its settings and what Node has compiled',
    script: `stat -c '%a %U' /var/lib/bukoor ${backups} /var/cache/bukoor /etc/bukoor/env`,
    prints: /^(700 bukoor\n){3}640 root$/m,
  },
  {
    says: `a backup is deleted within ${site.retention.backupDays} days, and last week's stays`,
    script: `cd ${backups}; touch -d '${site.retention.backupDays} days ago' old; touch -d '7 days ago' young
      systemd-tmpfiles --clean bukoor.conf; find . -name old -o -name young; rm young`,
    prints: /^\.\/young\n$/,
  },
  {
    says: 'every night there is a backup, and every day old ones are looked for',
    script: 'systemctl list-timers --no-legend bukoor-backup.timer systemd-tmpfiles-clean.timer | wc -l',
    prints: /^2$/m,
  },
  {
    says: 'with a PostgreSQL on the same machine the sandbox lets the service and the backup through its socket',
    script: `apt-get install -y postgresql; runuser -u postgres -- createuser bukoor
      runuser -u postgres -- createdb --owner=bukoor bukoor; rm ${backups}/*
      sed -i 's#^DATA_DIR=.*#DATABASE_URL=postgresql:///bukoor?host=/run/postgresql#' /etc/bukoor/env; systemctl restart bukoor; ${ready}
      curl -fsS --data-urlencode email=second@bukoor.example http://127.0.0.1:3000/waitlist/join
      ${listed}; systemctl start bukoor-backup; ls ${backups}`,
    prints: /"onList": 1\b[\s\S]*^waitlist-.*backup$/m,
  },
];

// Follows deploy/README.md to the letter on an empty server, which shares this machine's network. Takes about ten minutes.
for (const port of [80, 443, 3000])
  if (await isOpen(port)) throw new Error(`Stop the program that has port ${port}: the test needs it.`);

const { path: folder, remove } = temporaryFolder();
const project = join(folder, 'site');
const root = join(folder, 'root');
let nspawn: ReturnType<typeof startProcess> | undefined;

/** Boots, by its own systemd, a Debian 12 with nothing but what debootstrap installs. */
async function startServer(): Promise<void> {
  await run('debootstrap', ['bookworm', root]);
  const options = ['--boot', '--register=no', '--keep-unit', '--link-journal=no', '--resolv-conf=copy-host'];
  const args = ['-D', root, `--machine=bukoor-${process.pid}`, '--console=pipe', ...options];
  nspawn = startProcess('systemd-nspawn', args, { stdio: 'ignore', lastSignals: ['SIGTERM'] });
  for (let tries = 60; ; tries -= 1) {
    await wait(1000);
    const booted = await onServer('systemctl is-system-running --wait').catch((error: Error) => error);
    if (!(booted instanceof Error)) break;
    if (tries === 0) throw booted;
  }
}

/** Runs a script in the shell of the server's root, which stops at the first command that fails. Throws as `run` does. */
function onServer(script: string): Promise<string> {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const environment = ['HOME=/root', 'LANG=C.UTF-8', `PATH=${path}`];
  // nspawn's child is the first process inside, systemd.
  const inside = ['--target', String(childOf(nspawn?.child.pid)), '--all', 'env', '-i', ...environment];
  return run('nsenter', [...inside, 'bash', '-e', '-o', 'pipefail', '-c', `cd\n${script}`]);
}

/** What runs a block where its language says that it is typed; `copy` copies the folder from one machine to the other. */
const blockRunners: Record<string, (script: string) => Promise<string>> = {
  'sh your-machine': (script) => run('bash', ['-e', '-c', script], { cwd: project }),
  'sh copy': () => run('cp', [join(folder, 'bukoor.tar.gz'), join(root, 'root')]),
  'sh server': onServer,
};

/** Types the shell blocks of deploy/README.md, in order. */
async function followReadme(): Promise<void> {
  let step = '';
  for (const token of marked.lexer(readFileSync('deploy/README.md', 'utf8'))) {
    if (token.type === 'heading') step = (token as Tokens.Heading).text;
    if (token.type !== 'code') continue;
    const { lang = '', text } = token as Tokens.Code;
    const runBlock = blockRunners[lang];
    if (!runBlock)
      throw new Error(`deploy/README.md, "${step}": a block says "${lang}", not where it is typed.`);
    const output = await runBlock(text);
    console.log(`${step} (${lang})`);
    if (step.startsWith('5. ') && !output.includes('303 https://bukoor.example/waitlist/joined'))
      throw new Error(`Nobody joined:\n${output}`);
  }
}

try {
  checkOut(project);
  await startServer();
  await followReadme();
  for (const { says, script, prints } of checks) {
    const ran = await onServer(script).catch((error: Error) => error);
    const holds = typeof ran === 'string' && prints.test(ran);
    console.log(`${holds ? 'held' : 'BROKEN'}: ${says}`);
    if (holds) continue;
    console.log(ran);
    process.exitCode = 1;
  }
} finally {
  await nspawn?.stop();
  remove();
}
