import { dayAt, timeAt } from './calendar-day.ts';
import { countryOf, placeOfZone } from './places.ts';
import { prayerTimes } from './prayer-times.ts';
import { usualChoices } from './usual-choices.ts';

const here = () => placeOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
const now = new Date();

/**
 * Does in advance what is slow the first time only: the table of cities, their countries' names, a zone's clock and calendar,
 * the calculation. Each step runs in an idle callback of its own: together they would be a task that a visitor with a slow
 * phone notices.
 */
export const warmUpSteps: readonly (() => void)[] = [
  () => void here(),
  () => {
    const place = here();
    if (place) countryOf(place);
  },
  () => {
    const place = here();
    if (place) timeAt(place, now);
  },
  () => {
    const place = here();
    if (place) dayAt(place, now);
  },
  () => {
    const place = here();
    if (place) prayerTimes(place, dayAt(place, now), usualChoices(place));
  },
];
