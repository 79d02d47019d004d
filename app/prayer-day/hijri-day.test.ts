import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

const september = { year: 2026, month: 9, day: 23 };

test('a browser without the Umm al-Qura calendar does not take September for Ramadan', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat('en-u-ca-gregory').resolvedOptions(),
  });
  const { hijriDay } = await import('./hijri-day.ts');
  expect(hijriDay(september)).toBeUndefined();
  vi.restoreAllMocks();
  expect(hijriDay(september)).toEqual({ month: 4, day: 12 });
});
