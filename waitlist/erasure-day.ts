import { z } from 'zod';
import { site } from '../content/site.ts';

/** What the privacy policy promises (content/site.ts); dates in ISO 8601, launchedOn null before the public launch. */
export type ErasurePromise = { launchedOn: string | null; monthsAfterLaunch: number; latest: string };

/**
 * The day from which the policy requires the whole list to be erased, UTC.
 * @throws Error with a sentence for the owner when a date is none, or the launch has not come yet
 */
export function erasureDay({ launchedOn, monthsAfterLaunch, latest }: ErasurePromise, today: Date): Date {
  const last = dateOf('latest', latest);
  if (launchedOn === null) return last;
  const promised = dateOf('launchedOn', launchedOn);
  if (promised > today)
    throw new Error(
      `erasure.launchedOn in content/site.ts, ${launchedOn}, is to come: it is the day on which the app was launched. Check the year, or write null.`,
    );
  const day = promised.getUTCDate();
  promised.setUTCMonth(promised.getUTCMonth() + monthsAfterLaunch);
  // A month without that day ends before it.
  if (promised.getUTCDate() !== day) promised.setUTCDate(0);
  return promised < last ? promised : last;
}

function dateOf(name: keyof ErasurePromise, text: string): Date {
  if (z.iso.date().safeParse(text).success) return new Date(text);
  throw new Error(`erasure.${name} in content/site.ts, “${text}”, is no date such as 2028-12-31.`);
}

/** What the owner has to do about the policy's dates today, as a sentence or two; undefined for nothing. */
export function erasureReminder(today: Date, promise: ErasurePromise = site.erasure): string | undefined {
  try {
    const day = erasureDay(promise, today);
    if (today < day) return undefined;
    return `By erasure in content/site.ts the whole list had to be erased by ${isoDay(day)}, as the privacy policy promises. Check that date, then: npm run waitlist -- erase-expired. Nothing is erased by itself.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const isoDay = (date: Date) => date.toISOString().slice(0, 10);
