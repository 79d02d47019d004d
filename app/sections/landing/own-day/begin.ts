import { ownDayWords as words } from '../../../../content/own-day.ts';
import { day as dayWords } from '../../../../content/pages/landing/day.ts';
import { equinoxDay, minutesOf } from '../../../drawings/day-path.ts';
import { type CalendarDay, dayAt, timeAt } from '../../../own-day/calendar-day.ts';
import { type Place, placeOfZone } from '../../../own-day/places.ts';
import { type Choices, prayerTimes } from '../../../own-day/prayer-times.ts';
import { usualChoices } from '../../../own-day/usual-choices.ts';
import { chosenIn } from './choice-fields.ts';
import { everyMinute } from './every-minute.ts';
import { nextPrayer } from './next-prayer.ts';
import { OwnArc } from './own-arc.tsx';
import { showDay } from './shown-day.ts';
import { say } from './status.ts';
import { takeAlong } from './take-along.ts';
import type { OwnDayView } from './view.ts';

const dayInMilliseconds = 24 * 60 * 60_000;

const sameDay = (a: CalendarDay, b: CalendarDay) =>
  a.year === b.year && a.month === b.month && a.day === b.day;

/**
 * Makes the drawn example the visitor's own day: their city as the time zone names it, today's times there, the sun where it
 * stands. Nothing of it is sent or stored; what they choose is kept in this page until it is left.
 */
export function begin(hero: Element, view: OwnDayView): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const guessed = placeOfZone(zone);
  /** Nobody follows with the eyes what is not in the window. */
  const { top, bottom } = hero.getBoundingClientRect();
  let isSeen = bottom > 0 && top < innerHeight;
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? false;
  }).observe(hero);
  const arc = new OwnArc(hero);
  const { fields } = view;
  let place = guessed;
  /** What the visitor has chosen instead of the usual, wherever they look. */
  let chosen: Partial<Choices> = {};
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let drawn: { day: CalendarDay; isOwn: boolean } | undefined;

  const choicesAt = (there: Place): Choices => ({ ...usualChoices(there), ...chosen });
  const timesOn = (there: Place, moment: Date) => prayerTimes(there, dayAt(there, moment), choicesAt(there));

  function showExample(title: string): void {
    view.setTitle(title);
    view.setTimes(equinoxDay);
    view.setNow(undefined, undefined);
    view.take.hidden = true;
    if (drawn?.isOwn) arc.showExample(isStill);
    showDay({ times: equinoxDay });
  }

  /** Draws today again, all of it or, where it is drawn already, what a minute changes. */
  function update(isNew: boolean): void {
    view.drawMine.hidden = !isStill || drawn !== undefined || place === undefined;
    if (!place || (isStill && !drawn)) {
      showExample(place ? words.example.motion : words.example.zone(zone));
      return;
    }
    const now = new Date();
    const [day, clock] = [dayAt(place, now), timeAt(place, now)];
    const times = timesOn(place, now);
    if (!times || clock === undefined) {
      if (isNew || drawn?.isOwn) showExample(words.example.sun(place.city));
      drawn = { day, isOwn: false };
      return;
    }
    const isAnother = isNew || !drawn?.isOwn || !sameDay(drawn.day, day);
    if (isAnother) {
      view.setTitle((place === guessed ? words.guessed : words.chosen)(place.city));
      view.setTimes(times);
      view.take.hidden = false;
      showDay({ times, city: place.city });
    }
    const yesterday = timesOn(place, new Date(now.getTime() - dayInMilliseconds));
    const tomorrow = timesOn(place, new Date(now.getTime() + dayInMilliseconds));
    view.setNow(clock, nextPrayer(clock, times, yesterday, tomorrow));
    arc.showOwn(times, minutesOf(clock), place.city, isStill || !isAnother || !isSeen);
    drawn = { day, isOwn: true };
  }

  function sayTimes(): void {
    const times = drawn?.isOwn && place ? timesOn(place, new Date()) : undefined;
    if (!place || !times) {
      say(view.title());
      return;
    }
    const list = Object.entries(dayWords.moments).map(
      ([moment, name]) => `${name} ${times[moment as keyof typeof times]}`,
    );
    say(words.said(place.city, list.join(', ')));
  }

  /** Draws what the visitor asks for: at once, and for readers of reduced motion without a way between. */
  function choose(next: Place | undefined): void {
    place = next;
    if (place) view.setChoices(place, choicesAt(place));
    drawn ??= place && { day: dayAt(place, new Date()), isOwn: false };
    update(true);
    sayTimes();
  }

  fields.city.addEventListener('change', () => choose(placeOfZone(fields.city.value)));
  for (const select of [fields.method, fields.asr]) {
    select.addEventListener('change', () => {
      chosen = chosenIn(fields);
      choose(place);
    });
  }
  view.drawMine.addEventListener('click', () => {
    choose(place);
    fields.city.focus();
  });
  view.take.addEventListener('click', async () => {
    view.failed.textContent = '';
    if (!place) return;
    say(words.calendar.making);
    await takeAlong(place, choicesAt(place)).then(
      (file) => say(words.calendar.made(file)),
      () => {
        say('');
        view.failed.textContent = words.calendar.failed;
      },
    );
  });

  if (place) view.setChoices(place, choicesAt(place));
  else view.setNoCity();
  update(true);
  view.show();
  everyMinute(() => update(false));
}
