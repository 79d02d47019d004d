/** The words of the sketches of the app: three screens of a phone, drawn (app/sketches/). All of it is an example. */
export interface SketchWords {
  /** Under every sketch: what it is. */
  caption: string;
  today: {
    /** What the drawing shows, for those who do not see it. */
    label: string;
    /** The day of the drawn example, on which the times of `equinoxDay` are those of a calm day. */
    weekday: string;
    hijri: string;
    call: string;
    moved: string;
    ghost: string;
    unmoved: string;
  };
  coach: {
    label: string;
    at: string;
    when: string;
    fresh: string;
    old: string;
    page: string;
  };
  night: {
    label: string;
    when: string;
    /** In the lines in which it is set. */
    question: readonly string[];
    answer: string;
    waiting: readonly string[];
  };
  /** Names the row in which the sketches are swiped through on a phone. */
  row: string;
}

export const sketches: SketchWords = {
  caption: 'A sketch. Coming Soon.',
  today: {
    label: 'A sketch of a day’s plan: a call comes, deep work moves, and the prayer does not.',
    weekday: 'Wednesday',
    hijri: '12 Rabi al-Akhir',
    call: 'A call',
    moved: 'moved for the call',
    ghost: 'Deep work was here',
    unmoved: 'does not move',
  },
  coach: {
    label:
      'A sketch of the Quran memorisation coach: three new lines, ten old ones, and the page you keep losing.',
    at: '05:40',
    when: 'After Fajr',
    fresh: 'Three new lines',
    old: 'Ten old ones',
    page: 'The page you keep losing',
  },
  night: {
    label: 'A sketch of the four questions at night: one is asked and answered, three wait.',
    when: 'After Isha',
    question: ['What are you', 'grateful for', 'today?'],
    answer: 'My mother rang back.',
    waiting: ['What would you do again?', 'What will you put right?', 'What comes first tomorrow?'],
  },
  row: 'Three sketches',
};

/** The months of the Hijri year, Muharram first. */
export const hijriMonths = [
  'Muharram',
  'Safar',
  'Rabi al-Awwal',
  'Rabi al-Akhir',
  'Jumada al-Ula',
  'Jumada al-Akhirah',
  'Rajab',
  'Sha‘ban',
  'Ramadan',
  'Shawwal',
  'Dhu al-Qa‘dah',
  'Dhu al-Hijjah',
] as const;
