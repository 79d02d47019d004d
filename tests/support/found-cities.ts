import { readIndex } from '../../app/prayer-day/cities.fixture.ts';
import { findCities, fullName } from '../../app/prayer-day/cities.ts';
import { citiesOfIndex } from '../../app/prayer-day/city-files.ts';

/** The cities that the planner offers for what is typed, with their countries, in its order. */
export const foundCities = (typed: string): string[] =>
  findCities(citiesOfIndex(readIndex()), typed).map(fullName);
