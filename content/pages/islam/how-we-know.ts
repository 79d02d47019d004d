/** How the prayer times on this site are worked out, and how far they can be trusted. */
export interface HowWeKnowContent {
  eyebrow: string;
  title: string;
  lede: string;
  parts: readonly { title: string; paragraphs: readonly string[] }[];
  /** Ids in content/scripture/. */
  references: readonly string[];
  /** What the words above rest on, each to be looked up. */
  sources: { title: string; items: readonly { name: string; what: string; href: string }[] };
  note: string;
}

export const howWeKnow: HowWeKnowContent = {
  eyebrow: 'How we know',
  title: 'Where the prayer times on this site come from',
  lede: 'They are calculated, in your browser, for a city near you. Your mosque’s timetable comes first: it was set by people who know your town.',
  parts: [
    {
      title: 'The city is a guess',
      paragraphs: [
        'Your browser knows its time zone, and the public time zone database names a city in each. In Britain that is London, wherever you live. Nothing is asked of your phone, and nothing is sent to us.',
        'For each degree of longitude that you live further west, the sun is four minutes later. At London’s latitude a degree is about 70 km. So in Cardiff every time is about twelve minutes later than in London.',
      ],
    },
    {
      title: 'What the sun settles',
      paragraphs: [
        'Maghrib begins when the sun has set, and sunrise ends the time of Fajr. Dhuhr begins once the sun has passed its highest point. Asr begins when a shadow has grown, since noon, by the length of what casts it; in the Hanafi school, by twice that length. Astronomers can compute all four to the minute, for any place where the sun rises and sets.',
      ],
    },
    {
      title: 'Where methods part',
      paragraphs: [
        'Fajr begins at dawn, and Isha when twilight has gone. Neither has a sharp edge, so each authority names how far below the horizon the sun is at that moment. In the methods offered here that is from 15 to 20 degrees for Fajr, and from 14 to just over 18 for Isha. Near the equator a degree is about four minutes, further north and south it is more. Umm al-Qura University and Qatar set Isha by the clock instead, ninety minutes after Maghrib. In Ramadan Umm al-Qura’s is two hours after it.',
        'We begin with the method of your country’s own authority where it is in the list. Otherwise we begin with the one that the library’s authors, or PrayTimes.org, name for your region. You can change it.',
      ],
    },
    {
      title: 'Nights that are too short',
      paragraphs: [
        'From about 48.5 degrees north or south, the sun does not sink 18 degrees below the horizon around midsummer, so an angle gives no Fajr and no Isha. Above 48 degrees we therefore divide the night: Fajr is never before its last seventh, and Isha never after its first. The Moonsighting Committee’s method, with which we begin in Britain, the United States and Canada, has a rule of its own that follows the seasons. From 55 degrees north on it uses sevenths too.',
        'There are other rules. Scholars have long discussed them, and your mosque will have chosen one. Near the poles, where for weeks the sun does not rise or does not set, we show an example of a day and say that it is one.',
      ],
    },
    {
      title: 'Why two mosques differ',
      paragraphs: [
        'They may follow another method, or another school for Asr. They may have another rule for short nights. Some authorities add a few minutes so that nobody prays too early, or breaks a fast too soon. Two calculations may round differently. And a timetable may print when the congregation stands, which is later than when the time begins. None of these is a mistake.',
      ],
    },
    {
      title: 'How we checked',
      paragraphs: [
        'The calculation is adhan, an open library that follows Jean Meeus’s “Astronomical Algorithms”. Our tests hold its times against days from timetables printed in or for Makkah, Doha, Dubai, Kuwait, Ankara, Karachi, Singapore, Jakarta, Melaka, London, Oslo, Casablanca, Houston and Sydney. With the method of each, all are within two minutes. For Indonesia, Malaysia and Morocco we read the angles off their authorities’ own timetables.',
        'That does not cover every town, or hills on the horizon. The times here are meant for planning a day. For beginning a fast, and for ending one, look at your mosque’s.',
      ],
    },
  ],
  references: ['q-4-103'],
  sources: {
    title: 'Look it up',
    items: [
      {
        name: 'adhan',
        what: 'the library, its methods and the timetables its authors test it with',
        href: 'https://github.com/batoulapps/adhan-js',
      },
      {
        name: 'PrayTimes.org, Calculation Methods',
        what: 'which method is usual in which region',
        href: 'https://praytimes.org/wiki/Calculation_Methods',
      },
      {
        name: 'IANA, Time Zone Database',
        what: 'the cities and where they lie',
        href: 'https://www.iana.org/time-zones',
      },
    ],
  },
  note: 'This says how we calculate. It is no ruling: how to pray where the night is short is a question for a scholar you trust.',
};
