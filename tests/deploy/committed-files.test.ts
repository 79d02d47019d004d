import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { site } from '../../content/site.ts';
import { settingNames } from '../../server/settings.ts';
import { assertPortsAreFree } from './machine.ts';
import { readmeBlocks } from './readme.ts';

const compose = parse(readFileSync('compose.yaml', 'utf8')).services.site;

test('docker compose passes on every setting that an owner can set, and every one that the build takes', () => {
  // The image says these, and DATABASE_URL takes the place of DATA_DIR.
  const passedOn = settingNames.filter((name) => !['HOST', 'PORT', 'DATA_DIR'].includes(name));
  expect(Object.keys(compose.environment).toSorted()).toEqual(passedOn.toSorted());
  const [, names = ''] = /^ARG (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  expect(Object.keys(compose.build.args).toSorted()).toEqual(names.split(' ').toSorted());
});

/** The number of days in a line of a file in deploy/; NaN without that line. */
function daysIn(file: string, line: RegExp): number {
  const [, days] = line.exec(readFileSync(`deploy/${file}`, 'utf8')) ?? [];
  return Number(days);
}

// Cleaning runs once a day, so what must be deleted within n days has to expire a day earlier.
test('journald and logrotate keep a log, and systemd a backup, no longer than the privacy policy says', () => {
  const { logDays, backupDays } = site.retention;
  const oneFile = daysIn('systemd/journald.conf', /^MaxFileSec=(\d+)day$/m);
  const journal = daysIn('systemd/journald.conf', /^MaxRetentionSec=(\d+)day$/m) + oneFile;
  expect(journal, 'Lower MaxRetentionSec in deploy/systemd/journald.conf').toBeLessThanOrEqual(logDays);
  const rotated = daysIn('logrotate/bukoor', /^ {2}maxage (\d+)$/m) + 1;
  expect(rotated, 'Lower maxage and rotate in deploy/logrotate/bukoor').toBeLessThanOrEqual(logDays);
  const backups = daysIn('systemd/bukoor.tmpfiles.conf', /^d \/var\/backups\/waitlist .* m:(\d+)d$/m) + 1;
  expect(backups, 'Lower m: in deploy/systemd/bukoor.tmpfiles.conf').toBeLessThanOrEqual(backupDays);
});

test('every block of deploy/README.md says where it is typed', () => {
  const places = readmeBlocks().map(({ where }) => where);
  expect(places.slice(0, 3)).toEqual(['your-machine', 'copy', 'server']);
  expect(new Set(places.slice(2))).toEqual(new Set(['server']));
});

test('a port that somebody listens on is named before the long run begins', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(assertPortsAreFree([port])).rejects.toThrow(`Port ${port} is taken`);
  await new Promise((resolve) => other.close(resolve));
  await expect(assertPortsAreFree([port])).resolves.toBeUndefined();
});
