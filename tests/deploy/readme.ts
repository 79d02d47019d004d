import { readFileSync } from 'node:fs';
import { marked, type Tokens } from 'marked';
import { site } from '../../content/site.ts';

const places = ['your-machine', 'copy', 'server'] as const;
export type ReadmeBlock = ReturnType<typeof readmeBlocks>[number];

/**
 * The shell blocks of deploy/README.md, in order, each with the heading above it. The word after `sh` says where it is typed:
 * `copy` is the command that copies the folder from one machine to the other.
 */
export function readmeBlocks() {
  const blocks: { where: (typeof places)[number]; step: string; script: string }[] = [];
  let step = '';
  for (const token of marked.lexer(readFileSync('deploy/README.md', 'utf8'))) {
    if (token.type === 'heading') step = (token as Tokens.Heading).text;
    if (token.type !== 'code') continue;
    const { lang = '', text } = token as Tokens.Code;
    const where = places.find((place) => lang === `sh ${place}`);
    if (!where)
      throw new Error(`deploy/README.md, "${step}": a block says "${lang}", not where it is typed.`);
    blocks.push({ where, step, script: text });
  }
  return blocks;
}

interface Check {
  says: string;
  /** Run in the server's shell: when the check does not hold, it fails or its output does not match `prints`. */
  script: string;
  prints: RegExp;
}

const ready =
  'curl -fsS --retry 60 --retry-delay 1 --retry-all-errors -o /dev/null http://127.0.0.1:3000/readyz';
const listed = 'bukoor stats --json total';
const backups = '/var/backups/waitlist';
const caddyLogs = '/var/log/caddy';

/** What a server that was set up by deploy/README.md has to fulfil besides its first join. */
export const checks: Check[] = [
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
    prints: /^1$[\s\S]*"total": 1\b/m,
  },
  {
    says: 'the service is ended by SIGTERM with exit code 0',
    script: `systemctl stop bukoor; systemctl show -P Result -P ExecMainStatus bukoor; systemctl start bukoor; ${ready}`,
    prints: /^success\n0$/m,
  },
  {
    says: 'what Node has compiled waits for the next start, and nobody else puts anything there',
    script: "stat -c '%a %U' /var/cache/bukoor; find /var/cache/bukoor -type f -print -quit | wc -l",
    prints: /^700 bukoor\n1$/m,
  },
  {
    says: 'nobody but the service reads the list, its backups and its settings',
    script: `stat -c '%a %U %n' /var/lib/bukoor ${backups} /etc/bukoor/env`,
    prints: /^700 bukoor .*\n700 bukoor .*\n640 root .*$/m,
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
    says: "Caddy's logs are rotated",
    script: `mkdir -p ${caddyLogs}; echo line > ${caddyLogs}/bukoor.access.log; chmod 644 /srv/bukoor/deploy/logrotate/bukoor
      logrotate --force --state /tmp/state /srv/bukoor/deploy/logrotate/bukoor; ls ${caddyLogs}; wc -c < ${caddyLogs}/bukoor.access.log`,
    prints: /^bukoor.access.log\nbukoor.access.log.1\n0$/m,
  },
  {
    says: 'with a PostgreSQL on the same machine the sandbox lets the service and the backup through its socket',
    script: `apt-get install -y postgresql; runuser -u postgres -- createuser bukoor
      runuser -u postgres -- createdb --owner=bukoor bukoor; rm ${backups}/*
      sed -i 's#^DATA_DIR=.*#DATABASE_URL=postgresql:///bukoor?host=/run/postgresql#' /etc/bukoor/env; systemctl restart bukoor; ${ready}
      curl -fsS --data-urlencode email=second@bukoor.example http://127.0.0.1:3000/waitlist/join
      ${listed}; systemctl start bukoor-backup; ls ${backups}`,
    prints: /"total": 1\b[\s\S]*^waitlist-.*backup$/m,
  },
];
