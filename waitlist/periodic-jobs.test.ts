import { expect, onTestFinished, test, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { startPeriodicJobs } from './periodic-jobs.ts';

/** A list whose database does not answer; `query` keeps what was asked. */
function unavailableList() {
  const query = vi.fn((sql: string) => Promise.reject(new DatabaseUnavailable(`away: ${sql}`)));
  const database: Database = { kind: 'embedded', isShared: false, query, close: async () => {} };
  return { database, query };
}

test('a sweep runs at once and every minute, despite failures, until the stop', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { database, query } = unavailableList();
  const sweeps = () => query.mock.calls.filter(([sql]) => sql.includes('waitlist.sweep')).length;
  const stop = startPeriodicJobs(database, { warn() {} });
  await vi.advanceTimersByTimeAsync(120_000);
  await stop();
  expect(sweeps()).toBe(3);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sweeps()).toBe(3);
});

test('after the day of erasure the log says so at start and every day until the end', async () => {
  vi.useFakeTimers({ now: new Date('2030-01-01') });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.fn();
  const stop = startPeriodicJobs(unavailableList().database, { warn });
  await vi.advanceTimersByTimeAsync(3 * 86_400_000);
  await stop();
  await vi.advanceTimersByTimeAsync(3 * 86_400_000);
  expect(warn).toHaveBeenCalledTimes(4);
  expect(warn).toHaveBeenCalledWith({}, expect.stringContaining('erase-expired'));
});
