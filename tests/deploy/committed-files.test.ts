import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { site } from '../../content/site.ts';
import type { Database } from '../../database/database.ts';
import { type HookSettings, openHooks } from '../../mail/hooks/open-hooks.ts';
import { serverOptions } from '../../scripts/run.mjs';
import { settingNames } from '../../server/setting-fields.ts';
import { openBothLists } from '../support/databases.ts';

const { test: testOnEach } = await openBothLists();

test('docker compose passes on every setting of the server and of the build', () => {
  const compose = parse(readFileSync('compose.yaml', 'utf8')).services.site;
  // The image says these, and DATABASE_URL takes the place of DATA_DIR.
  const passedOn = settingNames.filter((name) => !['HOST', 'PORT', 'DATA_DIR'].includes(name));
  expect(Object.keys(compose.environment).toSorted()).toEqual(passedOn.toSorted());
  const [, names = ''] = /^ARG (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  expect(Object.keys(compose.build.args).toSorted()).toEqual(names.split(' ').toSorted());
});

const deployed = (file: string) => readFileSync(`deploy/${file}`, 'utf8');

test('the unit and the container start the server as npm start does', () => {
  const start = [...serverOptions, 'server/index.ts'];
  expect(deployed('systemd/bukoor.service')).toContain(
    `ExecStart=/srv/bukoor/deploy/node ${start.join(' ')}\n`,
  );
  const [, command = ''] = /^CMD (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...start]);
});

test('docker gives the server as long to end in order as systemd does', () => {
  const { site: service } = parse(readFileSync('compose.yaml', 'utf8')).services;
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(deployed('systemd/bukoor.service')) ?? [];
  expect(service.stop_grace_period).toBe(`${seconds}s`);
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(`docker run --stop-timeout ${seconds} `);
});

test('nginx lets the largest body of a provider of emails through, and no larger one', () => {
  const everyProvider: Required<HookSettings> = {
    ses: 'arn:aws:sns:eu-central-1:123456789012:bounces',
    postmark: 'password',
    resend: { secret: 'whsec_c2VjcmV0', sender: 'salam@bukoor.example' },
    sendgrid: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey,
  };
  const noDatabase = {} as Database;
  const hooks = Object.values(openHooks(noDatabase, everyProvider).byProvider);
  const largest = Math.max(...hooks.map((hook) => hook?.maxBodyBytes ?? 0));
  const [, passed] =
    /location \/waitlist\/hooks\/ \{\s+client_max_body_size (\d+);/.exec(deployed('nginx/bukoor.conf')) ?? [];
  expect(Number(passed)).toBe(largest);
});

/** The number of days in a line of a file in deploy/; NaN without that line. */
const daysIn = (file: string, line: RegExp) => Number(line.exec(deployed(file))?.[1]);

const { logDays, backupDays } = site.retention;

// Cleaning runs once a day, so what must be deleted within n days has to expire a day earlier.
test.each([
  {
    what: 'a log, by journald: lower MaxRetentionSec in deploy/systemd/journald.conf',
    days:
      daysIn('systemd/journald.conf', /^MaxRetentionSec=(\d+)day$/m) +
      daysIn('systemd/journald.conf', /^MaxFileSec=(\d+)day$/m),
    most: logDays,
  },
  {
    what: 'a backup, by systemd: lower m: in deploy/systemd/bukoor.tmpfiles.conf',
    days: daysIn('systemd/bukoor.tmpfiles.conf', /^d \/var\/backups\/waitlist .* m:(\d+)d$/m) + 1,
    most: backupDays,
  },
  {
    // With one backup a day, each is deleted once the next one is that old, in the following night.
    what: 'a backup, by pgBackRest: lower repo1-retention-full in deploy/pgbackrest/pgbackrest.conf',
    days: daysIn('pgbackrest/pgbackrest.conf', /^repo1-retention-full=(\d+)$/m) + 2,
    most: backupDays,
  },
])('nothing is kept longer than the privacy policy says: $what', ({ days, most }) => {
  expect(days).toBeLessThanOrEqual(most);
});

test('pgBackRest makes a backup each night, and commits wait for its receiver', () => {
  expect(deployed('pgbackrest/pgbackrest.conf')).toContain('repo1-retention-full-type=time');
  expect(deployed('pgbackrest/bukoor-pgbackrest.timer')).toMatch(/^OnCalendar=\*-\*-\* /m);
  const [, waitedFor] =
    /^synchronous_standby_names = '(\w+)'$/m.exec(deployed('pgbackrest/postgresql.conf')) ?? [];
  expect(deployed('pgbackrest/bukoor-receivewal.service')).toContain(`application_name=${waitedFor}\n`);
});

testOnEach('the statement by which a nightly backup notes its time runs', async (database) => {
  const service = deployed('pgbackrest/bukoor-pgbackrest.service');
  const [, statement = ''] = /--command="([^"]+)"/.exec(service) ?? [];
  await database.query(statement);
  const noted = await database.query('select from waitlist.list_state where backed_up_at is not null');
  expect(noted).toHaveLength(1);
});
