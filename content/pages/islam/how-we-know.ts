/** How the prayer times on this site are worked out, and how far they can be trusted. */
export interface HowWeKnowContent {
  eyebrow: string;
  title: string;
  lede: string;
  /** The label of the fold with the parts. */
  fold: string;
  parts: readonly { title: string; paragraphs: readonly string[] }[];
  /** The sources of the words above, each with a link. */
  sources: { title: string; items: readonly { name: string; what: string; href: string }[] };
  note: string;
}

export const howWeKnow: HowWeKnowContent = {
  eyebrow: 'How we know',
  title: 'Where the prayer times on this site come from',
  lede: 'Your browser calculates them. Your mosque’s timetable comes first: its people know your town.',
  fold: 'How they are worked out, and how we checked',
  parts: [
    {
      title: 'The city is a guess',
      paragraphs: [
        'Your browser knows its time zone. We begin with the largest city in it (in Britain, London) and say how far another city’s times may differ. You can choose yours from 5,400. We keep no record of it.',
        'For each degree of longitude further west, the sun is four minutes later. So in Manchester Dhuhr is about eight minutes later than in London.',
      ],
    },
    {
      title: 'What the sun settles',
      paragraphs: [
        'Maghrib begins when the sun has set; by the method of Tehran, which Ja‘fari Muslims may know, when it is 4.5 degrees below the horizon. Sunrise ends the time of Fajr. Dhuhr begins once the sun has passed its highest point. Asr, by three Sunni schools, begins when a shadow has grown, since noon, by the length of what casts it; by the Hanafi, by twice that length. We start with the first, and with the second in countries such as Pakistan and India. In Britain mosques use both: choose yours. Maghrib, sunrise, Dhuhr and Asr can all be computed closely, wherever the sun rises and sets.',
      ],
    },
    {
      title: 'Where methods part',
      paragraphs: [
        'Fajr begins at dawn, and Isha, by the Sunni schools, when twilight has gone: the red, by most; the white, by Abu Hanifa. Neither dawn nor the end of twilight has a sharp edge, so each authority names how far the sun is then below the horizon. In the methods offered here that is 15 to 20 degrees for Fajr, and 14 to just over 18 for Isha. One degree moves the time by four minutes or more. Umm al-Qura University and Qatar set Isha by the clock instead, ninety minutes after Maghrib; Umm al-Qura, two hours after it in Ramadan.',
        'We begin with your country’s own method if it is listed, otherwise with the one that PrayTimes.org or our library (adhan) names for your region.',
      ],
    },
    {
      title: 'Nights that are too short',
      paragraphs: [
        'From about 48.5 degrees north or south, the sun does not sink 18 degrees below the horizon around midsummer, so that angle gives no Fajr and no Isha. Above 48 degrees we therefore divide the night: Fajr is never before its last seventh, and Isha never after its first. The Moonsighting Committee’s method has, up to 55 degrees, a rule of its own that follows the seasons.',
        'There are other rules, and your mosque will have chosen one. Near the poles, where for weeks the sun does not rise or does not set, we show an example of a day and say so.',
      ],
    },
    {
      title: 'Why two mosques differ',
      paragraphs: [
        'They may follow different methods, or different schools for Asr. They may have different rules for short nights. Some add a few minutes for safety. And a timetable may print when the congregation prays, which is later than when the time begins. None of these is a mistake.',
      ],
    },
    {
      title: 'How we checked',
      paragraphs: [
        'The methods are those of adhan, an open library. The sun is calculated as in Jean Meeus’s ‘Astronomical Algorithms’. Our tests compare the times with days from printed timetables of twenty cities on five continents: all are within two minutes. In six British ones, from Birmingham to Glasgow, we leave out minutes added for safety, and any Fajr or Isha set by a rule of the mosque’s own. For Indonesia, Malaysia and Morocco we read the angles off those timetables.',
        'We also compared every city in our list, on every day from 2026 to 2035, with a second calculation, which takes the sun’s position from another library. All times are within two minutes. Only beyond the polar circles are there isolated days on which a few thousandths of a degree decide whether the sun rises or sets.',
        'That does not cover every town, or hills on the horizon. These times are for planning a day. For beginning or ending a fast, use your mosque’s timetable.',
      ],
    },
  ],
  sources: {
    title: 'Look it up',
    items: [
      {
        name: 'adhan',
        what: 'the methods',
        href: 'https://github.com/batoulapps/adhan-js',
      },
      {
        name: 'Astronomy Engine',
        what: 'the second calculation’s sun',
        href: 'https://github.com/cosinekitty/astronomy',
      },
      {
        name: 'PrayTimes.org',
        what: 'which method is usual where',
        href: 'https://praytimes.org/wiki/Calculation_Methods',
      },
      {
        name: 'GeoNames',
        what: 'the cities (CC BY 4.0)',
        href: 'https://www.geonames.org',
      },
      {
        name: 'IANA',
        what: 'the time zone database',
        href: 'https://www.iana.org/time-zones',
      },
    ],
  },
  note: 'This is how we calculate, not a ruling: ask a scholar you trust how to pray where the night is short.',
};
