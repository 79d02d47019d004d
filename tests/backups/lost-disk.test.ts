import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { site } from '../../content/site.ts';
import { runPostgresTool } from '../support/postgres.ts';
import {
  type BackupTool,
  type ClusterLayout,
  loseDisks,
  startBackedUpPostgres,
} from './backed-up-postgres.ts';

const postgres = await startBackedUpPostgres(ownPrograms);
afterAll(() => postgres?.stop());

test.runIf(postgres)(
  'no acknowledged join is lost with the disk of a PostgreSQL whose log is received on another',
  async () => {
    if (postgres) await loseDisks(postgres);
  },
);

/** Only PostgreSQL's own programs: base backups by pg_basebackup, and the WAL from the receiver alone. */
function ownPrograms({ binaries, folder, data, backups, port }: ClusterLayout): BackupTool {
  const base = join(backups, 'base');
  const wal = join(backups, 'wal');
  const run = (program: string, ...args: string[]) => runPostgresTool(join(binaries, program), args, folder);
  return {
    configuration: "synchronous_standby_names = 'bukoor_wal'\n",
    environment: {},
    async begin() {},
    async backUp() {
      rmSync(base, { recursive: true, force: true });
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'tester'];
      await run('pg_basebackup', ...source, '-D', base, '--checkpoint=fast', '--no-sync');
    },
    async restore() {
      await run('pg_verifybackup', '--quiet', base);
      await runPostgresTool('cp', ['-a', base, data], folder);
      await runPostgresTool('touch', [join(data, 'recovery.signal')], folder);
      const command = `cp ${wal}/%f "%p" || cp ${wal}/%f.partial "%p"`;
      appendFileSync(join(data, 'postgresql.auto.conf'), `restore_command = '${command}'\n`);
    },
  };
}

const deployed = (name: string) => readFileSync(join('deploy/pgbackrest', name), 'utf8');

test('backups are deleted within the number of days that the policy promises', () => {
  const [, days] = /^repo1-retention-full=(\d+)$/m.exec(deployed('pgbackrest.conf')) ?? [];
  expect(deployed('pgbackrest.conf')).toContain('repo1-retention-full-type=time');
  // With one backup a day, each is deleted once the next one is that old, in the following night.
  expect(deployed('bukoor-pgbackrest.timer')).toMatch(/^OnCalendar=\*-\*-\* /m);
  const advice = 'Lower repo1-retention-full in deploy/pgbackrest/pgbackrest.conf';
  expect(Number(days) + 2, advice).toBeLessThanOrEqual(site.retention.backupDays);
});

test('commits wait for the receiver by the name that it gives itself', () => {
  const [, waitedFor] = /^synchronous_standby_names = '(\w+)'$/m.exec(deployed('postgresql.conf')) ?? [];
  expect(deployed('bukoor-receivewal.service')).toContain(`application_name=${waitedFor}\n`);
});
