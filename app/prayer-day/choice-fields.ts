import { asrWords, methodWords, ownDayWords as words } from '../../content/own-day.ts';
import { whenIdle } from '../idle.ts';
import { element } from './element.ts';
import { nearMargin } from './near-margin.ts';
import { countryOf, type Place, places } from './places.ts';

type Option = readonly [value: string, name: string];

const byName = (a: Option, b: Option) => a[1].localeCompare(b[1], 'en');

/**
 * A native `<select>`: type-ahead, keyboard, screen reader and touch work as the visitor is used to. Autocomplete is off,
 * because a value that the browser restored after a reload would not be the one that is drawn.
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

/** The country tells cities of the same name apart. Jerusalem has none: a list of cities need not say whose it is. */
const placeName = (place: Place) =>
  place.zone === 'Asia/Jerusalem' ? place.city : `${place.city}, ${countryOf(place)}`;

/** As many options as a slow phone can make between two frames. */
const optionsAtOnce = 40;

/**
 * Fills the list with all cities once it is near the viewport. The options are made in idle callbacks, because making them
 * all at once would be the page's longest task. Until then the list holds only the city that is drawn.
 */
function fillCityList(list: HTMLSelectElement): void {
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
    make(optionsAtOnce);
    if (options.length <= sorted.length) whenIdle(makeSome);
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      whenIdle(makeSome);
    },
    { rootMargin: nearMargin },
  );
  observer.observe(list);
  // A visitor who reaches the list before that gets all cities at once.
  list.addEventListener('focus', () => make(sorted.length), { once: true });
}

/** Shows a place in the list of cities, whether or not the others are in it yet. */
export function showCity(list: HTMLSelectElement, place: Place): void {
  list.value = place.zone;
  if (list.value !== place.zone)
    list.replaceChildren(element('option', { value: place.zone, selected: '' }, placeName(place)));
}

/** The fields for the city, the method and the school for Asr. */
export function choiceFields(): ChoiceFields {
  const methods = Object.entries(methodWords).map(([method, { name }]): Option => [method, name]);
  const schools = Object.entries(asrWords).map(([school, { name }]): Option => [school, name]);
  const [cityField, city] = field('own-city', words.fields.city, []);
  const [methodField, method] = field('own-method', words.fields.method, methods.toSorted(byName));
  const [asrField, asr] = field('own-asr', words.fields.asr, schools);
  fillCityList(city);
  return { all: [cityField, methodField, asrField], city, method, asr };
}
