import { asrWords, methodWords, ownDayWords as words } from '../../content/own-day.ts';
import { dayAt } from './calendar-day.ts';
import { element } from './element.ts';
import type { Place } from './places.ts';
import type { Choices } from './prayer-times.ts';

/** Milliseconds until the file's URL is revoked: long enough for any browser to have begun the download. */
const revokeDelay = 60_000;

/**
 * Makes a month of prayer times and downloads it as a file. The code that makes it is loaded first.
 * @returns the file's name
 * @throws if that code cannot be loaded
 */
export async function downloadMonth(place: Place, choices: Choices): Promise<string> {
  const { monthCalendar } = await import('./month-calendar.ts');
  const { city } = place;
  const text = monthCalendar(place, dayAt(place, new Date()), choices, {
    name: words.calendar.name(city),
    description: words.calendar.description(
      city,
      methodWords[choices.method].name,
      asrWords[choices.asr].name,
    ),
  });
  const file = `prayer-times-${city.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.ics`;
  const href = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  element('a', { href, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(href), revokeDelay);
  return file;
}
