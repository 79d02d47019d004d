import { everyCity } from '../../app/prayer-day/cities.fixture.ts';
import type { City } from '../../app/prayer-day/city-files.ts';
import { addDays, type CalendarDay, isoDay } from '../../app/prayer-day/dates.ts';
import { usualChoices } from '../../app/prayer-day/prayer-times.ts';
import { compareWithReference } from '../../app/prayer-day/reference-times.fixture.ts';
import { type Choices, type MethodName, methodWords } from '../../content/prayer-day.ts';

// Compares the site's prayer times with the reference on every day of ten years, or of the years that are given:
// `npm run test:prayers -- 2026 2027`. It takes some minutes a year, and fails if the two contradict each other on any day.

const [first = 2026, last = first + 9] = process.argv.slice(2).map(Number);

/** From this latitude on there are days in ten years on which the sun only just reaches some method's angle. */
const criticalLatitude = 44;

/** Days of one city, counted by what the two calculations say of them. */
interface Tally {
  days: number;
  withoutSix: number;
  mostMinutes: number;
  edges: string[];
  contradictions: string[];
}

function add(tally: Tally, city: City, date: CalendarDay, choices: Choices): void {
  const compared = compareWithReference(city, date, choices);
  const name = () => `${city.name} (${city.latitude}), ${choices.method}, ${choices.asr}, ${isoDay(date)}`;
  tally.days += 1;
  if (compared.kind === 'six times') tally.mostMinutes = Math.max(tally.mostMinutes, compared.minutes);
  if (compared.kind === 'no six times') tally.withoutSix += 1;
  if (compared.kind === 'on an edge') tally.edges.push(name());
  if (compared.kind === 'contradiction') tally.contradictions.push(name());
}

/** Compares every day of the years, at each place by each of its choices, and prints the figures. Returns the contradictions. */
function compareAll(title: string, cities: readonly City[], choicesOf: (city: City) => Choices[]): string[] {
  const tally: Tally = { days: 0, withoutSix: 0, mostMinutes: 0, edges: [], contradictions: [] };
  const lacking = new Set<City>();
  for (const city of cities) {
    const before = tally.withoutSix;
    for (const choices of choicesOf(city)) {
      let date: CalendarDay = { year: first, month: 1, day: 1 };
      while (date.year <= last) {
        add(tally, city, date, choices);
        date = addDays(date, 1);
      }
    }
    if (tally.withoutSix > before) lacking.add(city);
  }
  const southernmost = Math.min(...[...lacking].map(({ latitude }) => Math.abs(latitude)));
  console.log(`${title}, ${first} to ${last}`);
  console.log(`  cities: ${cities.length}, days: ${tally.days}`);
  console.log(`  the most that a time differs: ${tally.mostMinutes.toFixed(2)} minutes`);
  console.log(
    `  days without six times: ${tally.withoutSix}, in ${lacking.size} cities from ${southernmost} degrees on`,
  );
  console.log(`  days on an edge: ${tally.edges.length}`);
  for (const edge of tally.edges) console.log(`    ${edge}`);
  console.log(`  contradictions: ${tally.contradictions.length}`);
  for (const contradiction of tally.contradictions.slice(0, 50)) console.log(`    ${contradiction}`);
  return tally.contradictions;
}

/** One place for each tenth of a degree, north and south. */
function onePerLatitude(cities: readonly City[]): City[] {
  const byLatitude = new Map(cities.map((city) => [city.latitude.toFixed(1), city]));
  return [...byLatitude.values()];
}

const cities = everyCity();
const critical = onePerLatitude(cities.filter(({ latitude }) => Math.abs(latitude) >= criticalLatitude));
const methods = Object.keys(methodWords) as MethodName[];

const contradictions = [
  ...compareAll('Every city, by its usual method and school', cities, (city) => [usualChoices(city)]),
  ...compareAll('One city for each tenth of a degree from 44 on, by every method', critical, (city) => {
    const asr = usualChoices(city).asr === 'standard' ? 'hanafi' : 'standard';
    return methods.map((method) => ({ method, asr }));
  }),
];
process.exit(contradictions.length > 0 ? 1 : 0);
