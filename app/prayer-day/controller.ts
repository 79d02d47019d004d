import { ownDayWords as words } from '../../content/own-day.ts';
import { day as dayWords } from '../../content/pages/landing/day.ts';
import { dayMoments } from '../../content/prayers.ts';
import { equinoxDay, minutesOf } from '../drawings/day-path.ts';
import { addDays } from './add-days.ts';
import { type CalendarDay, dayAt, timeAt } from './calendar-day.ts';
import { downloadMonth } from './download-month.ts';
import { everyMinute } from './every-minute.ts';
import { nextPrayer } from './next-prayer.ts';
import { OwnArc } from './own-arc.tsx';
import { type Place, placeOfZone } from './places.ts';
import { type Choices, prayerTimes } from './prayer-times.ts';
import { showDay } from './shown-day.ts';
import { announce } from './status.ts';
import { usualChoices } from './usual-choices.ts';
import type { OwnDayView } from './view.ts';

const sameDay = (a: CalendarDay, b: CalendarDay) =>
  a.year === b.year && a.month === b.month && a.day === b.day;

/**
 * Turns the drawn example into the visitor's own day: the city that their time zone names, today's times there, and the sun
 * at its present place. Nothing is sent or stored; what they choose is lost when they leave the page.
 */
export function begin(hero: Element, view: OwnDayView): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const guessed = placeOfZone(zone);
  // Nobody would see an animation while the hero is outside the window.
  const { top, bottom } = hero.getBoundingClientRect();
  let isSeen = bottom > 0 && top < innerHeight;
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? false;
  }).observe(hero);
  const arc = new OwnArc(hero);
  const { fields } = view;
  let place = guessed;
  /** What the visitor has chosen instead of the usual; it applies to every city. */
  let chosen: Partial<Choices> = {};
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let drawn: { day: CalendarDay; isOwn: boolean } | undefined;

  const choicesAt = (there: Place): Choices => ({ ...usualChoices(there), ...chosen });
  const timesOn = (there: Place, day: CalendarDay) => prayerTimes(there, day, choicesAt(there));

  function showExample(title: string): void {
    view.setTitle(title);
    view.setTimes(equinoxDay);
    view.setNow(undefined, undefined);
    view.take.hidden = true;
    if (drawn?.isOwn) arc.showExample(prefersReducedMotion || !isSeen);
    showDay({ times: equinoxDay });
  }

  /** Draws today: all of it or, if it is drawn already, only what changes from minute to minute. */
  function update(isNew: boolean): void {
    view.drawMine.hidden = !prefersReducedMotion || drawn !== undefined || place === undefined;
    if (!place || (prefersReducedMotion && !drawn)) {
      if (isNew) showExample(place ? words.example.motion : words.example.zone(zone));
      return;
    }
    const now = new Date();
    const [day, clock] = [dayAt(place, now), timeAt(place, now)];
    const times = timesOn(place, day);
    if (!times || clock === undefined) {
      const { sun, clocks } = words.example;
      if (isNew || drawn?.isOwn) showExample((clock === undefined ? clocks : sun)(place.city));
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
    const yesterday = timesOn(place, addDays(day, -1));
    const tomorrow = timesOn(place, addDays(day, 1));
    view.setNow(clock, nextPrayer(clock, times, yesterday, tomorrow));
    arc.showOwn(times, minutesOf(clock), place.city, prefersReducedMotion || !isAnother || !isSeen);
    drawn = { day, isOwn: true };
  }

  function announceTimes(): void {
    const times = drawn?.isOwn && place ? timesOn(place, drawn.day) : undefined;
    if (!place || !times) {
      announce(view.title());
      return;
    }
    const list = dayMoments.map((moment) => `${dayWords.moments[moment]} ${times[moment]}`);
    announce(words.said(place.city, list.join(', ')));
  }

  /** Draws what the visitor asks for, under reduced motion too, but then without animation. */
  function choose(next: Place | undefined): void {
    place = next;
    if (place) view.setChoices(place, choicesAt(place));
    drawn ??= place && { day: dayAt(place, new Date()), isOwn: false };
    update(true);
    announceTimes();
  }

  fields.city.addEventListener('change', () => choose(placeOfZone(fields.city.value)));
  for (const choice of ['method', 'asr'] as const) {
    fields[choice].addEventListener('change', () => {
      chosen = { ...chosen, [choice]: fields[choice].value };
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
    announce(words.calendar.making);
    await downloadMonth(place, choicesAt(place)).then(
      (file) => announce(words.calendar.made(file)),
      () => {
        announce('');
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
