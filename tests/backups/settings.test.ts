import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { site } from '../../content/site.ts';

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
