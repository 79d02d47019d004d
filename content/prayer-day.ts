import { type Prayer, prayerNames, roomAfter, roomBefore } from './prayers.ts';
import { name } from './site.ts';

/** A calculation method, as app/prayer-day/prayer-times.ts computes it. */
export type MethodName =
  | 'MuslimWorldLeague'
  | 'Egyptian'
  | 'Indonesia'
  | 'Karachi'
  | 'Malaysia'
  | 'Morocco'
  | 'UmmAlQura'
  | 'Dubai'
  | 'MoonsightingCommittee'
  | 'NorthAmerica'
  | 'Kuwait'
  | 'Qatar'
  | 'Singapore'
  | 'Tehran'
  | 'Turkey';

const angles = (fajr: string, isha: string) =>
  fajr === isha
    ? `Fajr and Isha are when the sun is ${fajr}° below the horizon`
    : `Fajr is when the sun is ${fajr}° below the horizon, Isha when it is ${isha}° below`;
const withMinutes = (fajr: string, minutes: number) =>
  `Fajr is when the sun is ${fajr}° below the horizon, Isha ${minutes} minutes after Maghrib`;

/** A method's name, and what it does, as the first half of a sentence. A test compares its numbers with the calculation's. */
export const methodWords: Readonly<Record<MethodName, { name: string; means: string }>> = {
  Dubai: { name: 'Dubai', means: angles('18.2', '18.2') },
  Egyptian: { name: 'Egyptian General Authority of Survey', means: angles('19.5', '17.5') },
  Indonesia: { name: 'Ministry of Religious Affairs, Indonesia', means: angles('20', '18') },
  Karachi: { name: 'University of Islamic Sciences, Karachi', means: angles('18', '18') },
  Kuwait: { name: 'Kuwait', means: angles('18', '17.5') },
  Malaysia: { name: 'JAKIM, Malaysia', means: angles('18', '18') },
  MoonsightingCommittee: {
    name: 'Moonsighting Committee',
    means: `${angles('18', '18')}, adjusted to the season`,
  },
  Morocco: { name: 'Ministry of Habous, Morocco', means: angles('19', '17') },
  MuslimWorldLeague: { name: 'Muslim World League', means: angles('18', '17') },
  NorthAmerica: { name: 'Islamic Society of North America', means: angles('15', '15') },
  Qatar: { name: 'Qatar', means: withMinutes('18', 90) },
  Singapore: { name: 'MUIS, Singapore', means: angles('20', '18') },
  Tehran: {
    name: 'Institute of Geophysics, Tehran',
    means: 'Fajr, Maghrib and Isha are when the sun is 17.7°, 4.5° and 14° below the horizon',
  },
  Turkey: { name: 'Diyanet, Turkey', means: angles('18', '17') },
  UmmAlQura: { name: 'Umm al-Qura University, Makkah', means: withMinutes('18.5', 90) },
};

export const asrWords = {
  standard: {
    name: 'Shafi‘i, Maliki, Hanbali',
    means: 'Asr begins once shadows are longer than at noon by the height of what casts them',
  },
  hanafi: {
    name: 'Hanafi',
    means: 'Asr begins once shadows are longer than at noon by twice the height of what casts them',
  },
} as const;

/** What a visitor may choose: by what the times of a place are worked out. */
export interface Choices {
  readonly method: MethodName;
  /** Asr begins when a shadow has grown by the height of the object that casts it, or by twice that height. */
  readonly asr: keyof typeof asrWords;
}

/** The words of the planner on the landing page. */
export const plannerWords = {
  label: 'A day around prayer',
  title: 'What goes between the prayers',
  example: 'An example of a day, close to the equinox',
  withoutScript: 'Your own would be worked out here, in your browser, by a script; none is running.',
  guessed: (city: string) => `${city}, guessed from your time zone`,
  chosen: (city: string) => `${city}, as you chose`,
  drawnExample:
    'An example of a day, drawn as the path of the sun, with the five prayers and the tasks between them on it',
  drawn: (city: string) =>
    `Today in ${city}, drawn as the path of the sun, with the five prayers and the tasks between them on it`,
  now: (clock: string, moment: string, { at, isTomorrow }: { at: string; isTomorrow: boolean }) =>
    `It is ${clock} there. ${moment} is at ${at}${isTomorrow ? ' tomorrow' : ''}.`,
  elsewhere: (minutes: number) =>
    `Elsewhere in this zone up to ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} earlier or later.`,
  mosque: 'Your mosque’s timetable comes first.',
  /** Why the example stays. */
  stays: {
    zone: (zone: string) => `Your time zone (${zone}) names no city. Choose one near you.`,
    sun: (city: string) => `Today the sun does not give ${city} all six times by this method.`,
    clocks: (city: string) => `Your browser does not know the clocks of ${city} yet. Choose a city near it.`,
    motion: 'It stays, because you ask for less motion.',
    lost: 'The list of cities did not come. It will be asked for again.',
  },
  drawMine: 'Draw my own day',
  said: (city: string, times: string) => `Drawn for ${city}: ${times}.`,

  tasks: {
    focus: { name: 'Deep work', text: 'The quiet of the morning' },
    rest: { name: 'Midday rest', text: 'Qailulah' },
    errand: { name: 'An errand', text: 'Heavy traffic today' },
  },
  leaveBy: (time: string) => `Leave by ${time}`,
  minutes: (minutes: number) => `${minutes} minutes`,
  span: (from: string, to: string) => `${from} to ${to}`,
  waiting: 'no room today',
  move: (task: string) => `Move: ${task}`,
  usual: 'Its usual time',
  placement: (side: 'before' | 'after', prayer: Prayer) => `${side} ${prayerNames[prayer]}`,
  remove: 'Remove',
  removeTask: (task: string) => `Remove: ${task}`,
  own: {
    title: 'Add a task of your own',
    label: 'Your task',
    example: 'Ring my mother',
    takes: 'It takes',
    add: 'Add it',
  },
  nameIt: 'Write what the task is, then add it.',
  isAt: (task: string, time: string) => `${task}: ${time}.`,
  leftOut: (task: string) => `${task} finds no room today.`,
  unchanged: (task: string, time: string) => `${task} stays at ${time}.`,
  removed: (task: string) => `${task} is taken out.`,

  change: 'Change city or method',
  fields: { city: 'City', method: 'Calculation method', asr: 'School for Asr' },
  searching: 'Looking through the cities…',
  /** With the name, so that the next one that is not found is read out too. */
  noCity: (name: string) => `The list has no city “${name}”. Try a larger one near it.`,
  noList: 'The list of cities did not come. Type again in a moment.',
  cities: (count: number) => `${count} ${count === 1 ? 'city' : 'cities'} to choose from`,
  means: ({ method, asr }: Choices, day: string) =>
    `On ${day}: ${methodWords[method].means}; ${asrWords[asr].means}.`,
  free: `Each task keeps clear of each prayer, from ${roomBefore} minutes before, for wudu and the walk, to ${roomAfter} after. Drag a task by its number on the arc.`,
  forThisVisit: 'Your tasks stay in your browser, and nothing is kept when you leave the page.',
  howWeKnow: 'How these times are worked out',
  take: 'Save the next 30 days',
  takeKind: 'a file for your calendar (.ics)',
  making: 'Making the file…',
  made: ({ file, days }: { file: string; days: number }) =>
    days === 30
      ? `${file} is made: thirty days, from today.`
      : `${file} is made. It has times for ${days} of the next thirty days: on the others, the sun does not give all six.`,
  failed: 'The file could not be made, because a part of the page did not come. Try again in a moment.',
} as const;

/** The words in the calendar file. */
export const calendarWords = {
  name: (city: string) => `Prayer times, ${city}`,
  description: (city: string, { method, asr }: Choices) =>
    `Prayer times for ${city}, calculated by ${name}. Method: ${methodWords[method].name}. School for Asr: ${asrWords[asr].name}. Your mosque’s timetable comes first.`,
  leftOut: (days: number) =>
    days === 1
      ? 'One of the thirty days is left out, because the sun does not give all six times.'
      : `Of the thirty days, ${days} are left out, because the sun does not give all six times.`,
} as const;
