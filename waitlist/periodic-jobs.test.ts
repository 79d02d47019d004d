import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../database/database.ts';
import { startPeriodicJobs } from './periodic-jobs.ts';

test('a sweep runs at once and every minute, also after one that failed, and none after the stop', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const query = vi.fn((sql: string) => Promise.reject(new DatabaseUnavailable(`away: ${sql}`)));
  const sweeps = () => query.mock.calls.filter(([sql]) => sql.includes('waitlist.sweep')).length;
  const database = { kind: 'embedded', isShared: false, query, close: async () => {} } as const;
  const stop = startPeriodicJobs(database, { warn() {} });
  await vi.advanceTimersByTimeAsync(120_000);
  await stop();
  expect(sweeps()).toBe(3);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sweeps()).toBe(3);
});
