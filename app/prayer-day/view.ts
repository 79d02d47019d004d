import { asrWords, methodWords, ownDayWords as words } from '../../content/own-day.ts';
import { day } from '../../content/pages/landing/day.ts';
import { dayMoments } from '../../content/prayers.ts';
import type { DayTimes } from '../drawings/day-path.ts';
import { choiceFields, showCity } from './choice-fields.ts';
import { element } from './element.ts';
import type { NextMoment } from './next-prayer.ts';
import type { Place } from './places.ts';
import type { Choices } from './prayer-times.ts';

export type OwnDayView = ReturnType<typeof ownDayView>;

/** The part under the arc: the times, the city they are for, the choices, and the calendar file. */
export function ownDayView(section: HTMLElement) {
  const title = section.querySelector('.own-day-title') as HTMLElement;
  const times = element('dl', { class: 'own-day-times' });
  const now = element('p', { class: 'own-day-now' });
  const fields = choiceFields();
  const means = element('p');
  const take = element(
    'button',
    { type: 'button', class: 'button button-quiet' },
    element('span', {}, words.calendar.take, element('small', {}, words.calendar.kind)),
  );
  const failed = element('p', { class: 'field-error', role: 'alert' });
  const drawMine = element('button', { type: 'button', class: 'button button-quiet' }, words.drawMine);
  const parts = [
    times,
    now,
    drawMine,
    element('div', { class: 'own-day-choices' }, ...fields.all),
    element(
      'div',
      { class: 'own-day-foot' },
      element(
        'div',
        { class: 'own-day-meaning' },
        means,
        element(
          'p',
          {},
          element('strong', {}, words.mosque),
          ` ${words.forThisVisit} `,
          element('a', { class: 'link', href: '/islam#prayer-times' }, words.howWeKnow),
          '.',
        ),
      ),
      element('div', { class: 'own-day-take' }, take, failed),
    ),
  ];

  const cells = new Map(
    dayMoments.map((moment) => {
      const time = element('dd');
      const cell = element('div', {}, element('dt', {}, day.moments[moment]), time);
      times.append(cell);
      return [moment, { cell, time }];
    }),
  );

  return {
    /** Inserts everything into the page; until then the elements are in no document. */
    show: () => section.querySelector('.own-day-own')?.append(...parts),
    fields,
    take,
    failed,
    drawMine,
    title: () => title.textContent ?? '',
    setTitle(text: string): void {
      title.textContent = text;
    },
    /** Without a city there is nothing to choose a method for. */
    setNoCity(): void {
      for (const select of [fields.city, fields.method, fields.asr]) select.value = '';
      fields.method.disabled = true;
      fields.asr.disabled = true;
    },
    setTimes(given: DayTimes): void {
      for (const [moment, { time }] of cells) time.textContent = given[moment];
    },
    /** Marks the next moment in the row of times and names it beside the clock; shows nothing without a clock. */
    setNow(clock: string | undefined, next: NextMoment | undefined): void {
      for (const [moment, { cell }] of cells) cell.toggleAttribute('data-next', moment === next?.moment);
      const name = next && day.moments[next.moment];
      now.textContent =
        clock && next && name
          ? words.now(
              clock,
              name.replace(/^./, (letter) => letter.toUpperCase()),
              next,
            )
          : '';
      now.hidden = now.textContent === '';
    },
    setChoices(place: Place, { method, asr }: Choices): void {
      fields.method.disabled = false;
      fields.asr.disabled = false;
      showCity(fields.city, place);
      fields.method.value = method;
      fields.asr.value = asr;
      means.textContent = words.means(methodWords[method].means, asrWords[asr].means);
    },
  };
}
