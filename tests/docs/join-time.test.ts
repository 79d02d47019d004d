import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patienceMs } from '../../app/islands/in-time.ts';
import { visitorTimeoutMs } from '../../database/postgres.ts';

/** A number of milliseconds in a file; NaN where the line is not as it was. */
function msIn(file: string, line: RegExp, unitMs = 1): number {
  const [, number = 'none'] = line.exec(readFileSync(file, 'utf8')) ?? [];
  return Number(number.replaceAll('_', '')) * unitMs;
}

const migrations = 'supabase/migrations/20261125';
const lockTimeout = /^set lock_timeout = '(\d+)ms'$/m;
const wait = msIn('waitlist/group-commit.ts', /^const maxWaitMs = (\d+);$/m);
const connection = msIn('database/postgres.ts', /^const connectionTimeoutMs = (\d+);$/m);
const inDatabase = msIn(
  `${migrations}010000_join.sql`,
  /clock_timestamp\(\) - statement_timestamp\(\) > interval '(\d+) seconds'/,
  1000,
);
const lock = msIn(`${migrations}010000_join.sql`, lockTimeout);
const request = msIn('server/listen.ts', /^ *requestTimeout: ([\d_]+),$/m);
const proxy = msIn('deploy/nginx/bukoor.conf', /^ *proxy_read_timeout (\d+)s;$/m, 1000);

test('a join that takes too long is refused before its visitor’s browser gives up', () => {
  expect(wait + connection + visitorTimeoutMs).toBeLessThan(patienceMs);
  expect(inDatabase).toBeLessThan(visitorTimeoutMs);
  expect(lock).toBeLessThan(inDatabase);
  expect(msIn(`${migrations}003000_limits.sql`, lockTimeout)).toBe(lock);
  expect(proxy).toBeGreaterThan(patienceMs);
});

test('the paper has the times of the code', () => {
  const decision = readFileSync('docs/decisions/0012-group-commit.md', 'utf8');
  const told = [...decision.matchAll(/^\| ([\d.]+) \|/gm)].map(([, seconds]) => Number(seconds) * 1000);
  expect(told).toEqual([wait, connection, visitorTimeoutMs, inDatabase, lock, patienceMs, request, proxy]);
});
