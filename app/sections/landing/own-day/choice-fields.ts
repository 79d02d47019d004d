import { asrWords, methodWords, ownDayWords as words } from '../../../../content/own-day.ts';
import { whenIdle } from '../../../moments.ts';
import { countryOf, type Place, places } from '../../../own-day/places.ts';
import type { AsrSchool, MethodName } from '../../../own-day/prayer-times.ts';
import { element } from './element.ts';
import { near } from './near.ts';

type Option = readonly [value: string, name: string];

const byName = (a: Option, b: Option) => a[1].localeCompare(b[1], 'en');

/**
 * A native list: it finds by typing, in the visitor's own way, with a keyboard, a screen reader or a thumb. What a browser
 * kept of it over a reload would not be what is drawn.
 */
function field(id: string, label: string, options: readonly Option[]): [HTMLElement, HTMLSelectElement] {
  const select = element('select', { id, class: 'control', autocomplete: 'off' });
  for (const [value, name] of options) select.append(element('option', { value }, name));
  const box = element('div', { class: 'own-day-select' }, select);
  return [element('div', { class: 'field' }, element('label', { for: id }, label), box), select];
}

export interface ChoiceFields {
  readonly all: readonly HTMLElement[];
  readonly city: HTMLSelectElement;
  readonly method: HTMLSelectElement;
  readonly asr: HTMLSelectElement;
}

/** A name that two countries have in common is told apart by the country. Whose Jerusalem is, no list of cities has to say. */
const placeName = (place: Place) =>
  place.zone === 'Asia/Jerusalem' ? place.city : `${place.city}, ${countryOf(place)}`;

/** So many names that a slow telephone makes them between two frames. */
const atOnce = 40;

/**
 * Puts all cities into their list when somebody comes near it, made in idle moments: all at once would be the longest task
 * of the page. Until then the list holds the city that is drawn.
 */
function fillIn(list: HTMLSelectElement): void {
  const sorted = places().toSorted((a, b) => (a.city < b.city ? -1 : 1));
  const options: Node[] = [element('option', { value: '', disabled: '' }, words.chooseCity)];
  function make(count: number): void {
    const made = options.length - 1;
    if (made === sorted.length) return;
    for (const place of sorted.slice(made, made + count))
      options.push(element('option', { value: place.zone }, placeName(place)));
    if (options.length <= sorted.length) return;
    const { value } = list;
    list.replaceChildren(...options);
    list.value = value;
  }
  function makeSome(): void {
    make(atOnce);
    if (options.length <= sorted.length) whenIdle(makeSome);
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      whenIdle(makeSome);
    },
    { rootMargin: near },
  );
  observer.observe(list);
  // Who is there already gets them at once.
  list.addEventListener('focus', () => make(sorted.length), { once: true });
}

/** Shows a place in the list of cities, whether or not the others are in it yet. */
export function showCity(list: HTMLSelectElement, place: Place): void {
  list.value = place.zone;
  if (list.value !== place.zone)
    list.replaceChildren(element('option', { value: place.zone, selected: '' }, placeName(place)));
}

/** City, method and Asr's school, each to be changed where it stands. */
export function choiceFields(): ChoiceFields {
  const methods = Object.entries(methodWords).map(([method, { name }]): Option => [method, name]);
  const schools = Object.entries(asrWords).map(([school, { name }]): Option => [school, name]);
  const [cityField, city] = field('own-city', words.fields.city, []);
  const [methodField, method] = field('own-method', words.fields.method, methods.toSorted(byName));
  const [asrField, asr] = field('own-asr', words.fields.asr, schools);
  fillIn(city);
  return { all: [cityField, methodField, asrField], city, method, asr };
}

/** What the fields hold. */
export const chosenIn = ({ method, asr }: ChoiceFields) => ({
  method: method.value as MethodName,
  asr: asr.value as AsrSchool,
});
