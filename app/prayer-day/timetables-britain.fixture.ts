import type { Timetable } from './timetable.fixture.ts';

const zone = 'Europe/London';

/**
 * What mosques of six British towns publish for 2026, as github.com/mwijanarko1/Sheffield-Masjids keeps it in
 * public/data/mosques/gb. Its AGENTS.md says that it is taken from the mosques' own tables and PDF files, and never calculated.
 * From March to October a British night is not dark enough for 18°, or only far into the night. Each mosque has a rule of its
 * own for it. The places are the site's.
 */
export const timetablesOfBritain: readonly Timetable[] = [
  {
    city: 'Manchester',
    zone,
    latitude: 53.48,
    longitude: -2.24,
    choices: { method: 'Karachi', asr: 'hanafi' },
    source:
      'Manchester Central Mosque, manchestercentralmosque.org: 18° in winter; in summer no Isha after 22:30 and no Fajr before about 01:06',
    tolerance: 2,
    days: [
      '2026-01-01 06:15 08:25 12:13 14:14 16:00 18:11',
      '2026-01-15 06:10 08:17 12:18 14:33 16:20 18:27',
      '2026-01-31 05:54 07:56 12:22 15:00 16:50 18:51',
      '2026-06-01 01:06* 04:47 13:07 18:44 21:28 22:30*',
      '2026-06-21 01:10* 04:40 13:11 18:54 21:42 22:30*',
      '2026-10-15 05:40 07:36 12:55 16:19 18:12 20:07',
      '2026-10-21 05:51 07:48 12:54 16:06 17:59 19:55',
    ],
  },
  {
    city: 'Leicester',
    zone,
    latitude: 52.64,
    longitude: -1.13,
    choices: { method: 'MoonsightingCommittee', asr: 'standard' },
    source: 'Masjid At-Taqwa, Leicester: Isha is 2 to 18 minutes later than the method’s, most in winter',
    tolerance: 2,
    days: [
      '2026-01-01 06:34 08:16 12:13 13:46 16:03 17:53*',
      '2026-01-15 06:29 08:09 12:18 14:01 16:23 18:11*',
      '2026-01-31 06:10 07:49 12:23 14:26 16:51 18:28*',
      '2026-06-01 02:53 04:47 13:07 17:25 21:21 22:44*',
      '2026-06-21 02:40 04:40 13:11 17:32 21:35 22:55*',
      '2026-10-01 05:30 07:05 12:59 15:56 18:44 20:04*',
      '2026-10-15 05:53 07:29 12:55 15:32 18:12 19:37*',
      '2026-10-31 05:21 06:58 11:53 14:06 16:39 18:06*',
    ],
  },
  {
    city: 'Birmingham',
    zone,
    latitude: 52.48,
    longitude: -1.9,
    choices: { method: 'MoonsightingCommittee', asr: 'standard' },
    source:
      'Green Lane Masjid, greenlanemasjid.org: Maghrib at sunset, not three minutes later; in October an Isha of its own',
    tolerance: 2,
    added: { maghrib: -3 },
    days: [
      '2026-07-01 02:51 04:50 13:16 17:35 21:34 22:51',
      '2026-07-15 03:09 05:04 13:19 17:34 21:24 22:37',
      '2026-07-31 03:37 05:27 13:19 17:26 21:01 22:10',
      '2026-10-01 05:34 07:09 13:02 16:02 18:45 19:44*',
      '2026-10-15 05:57 07:33 12:58 15:38 18:13 19:34',
      '2026-10-31 05:24 07:02 11:56 14:12 16:40 18:10*',
    ],
  },
  {
    city: 'Bradford',
    zone,
    latitude: 53.79,
    longitude: -1.75,
    choices: { method: 'Karachi', asr: 'hanafi' },
    source:
      'Bradford Grand Mosque: 18° in winter, Maghrib three minutes after sunset; in summer Fajr at 02:00 and no Isha after 22:45',
    tolerance: 2,
    added: { maghrib: 3 },
    days: [
      '2026-01-01 06:13 08:25 12:11 14:10 16:00 18:08',
      '2026-01-15 06:09 08:17 12:16 14:29 16:20 18:25',
      '2026-01-31 05:53 07:55 12:20 14:57 16:50 18:49',
      '2026-06-01 02:00* 04:43 13:05 18:43 21:30 22:45*',
      '2026-06-21 02:00* 04:36 13:09 18:52 21:45 22:45*',
      '2026-10-15 05:37 07:34 12:53 16:16 18:13 19:55*',
      '2026-10-31 05:05 07:05 11:51 14:45 16:39 18:35',
    ],
  },
  {
    city: 'Glasgow',
    zone,
    latitude: 55.87,
    longitude: -4.26,
    choices: { method: 'Karachi', asr: 'standard' },
    source:
      'Glasgow Central Mosque, centralmosque.co.uk: 18° in winter, with minutes for safety at four moments; in summer Fajr at 01:33 and Isha about 50 minutes after Maghrib. Asr differs by up to three minutes in early November',
    tolerance: 2,
    added: { fajr: 5, sunrise: -5, dhuhr: 5, maghrib: 7 },
    days: [
      '2026-01-01 06:32 08:42 12:26 13:41 16:01 18:14',
      '2026-01-15 06:27 08:34 12:32 13:58 16:23 18:31',
      '2026-01-31 06:10 08:09 12:36 14:23 16:55 18:57',
      '2026-06-01 01:33* 04:35 13:21 17:43 21:58 22:56*',
      '2026-06-21 01:33* 04:26 13:25 17:51 22:13 23:03*',
      '2026-11-15 05:46 07:47 12:08 13:48 16:17 18:22',
      '2026-11-30 06:08 08:16 12:12 13:34 15:57 18:07',
    ],
  },
  {
    city: 'Leeds',
    zone,
    latitude: 53.8,
    longitude: -1.55,
    choices: { method: 'Karachi', asr: 'standard' },
    source:
      'Leeds Grand Mosque, leedsgrandmosque.com: 18° in January; at other times of the year a Fajr and an Isha of its own',
    tolerance: 2,
    added: { sunrise: -2, maghrib: 3 },
    days: [
      '2026-01-01 06:13 08:22 12:10 13:41 15:59 18:08',
      '2026-01-15 06:08 08:13 12:16 13:58 16:19 18:24',
      '2026-01-31 05:52 07:52 12:20 14:22 16:48 18:48',
      '2026-03-01 05:12* 06:53 12:19 15:05 17:46 19:26*',
      '2026-03-20 04:38* 06:07 12:14 15:29 18:22 19:51*',
      '2026-06-01 03:29* 04:40 13:04 17:29 21:30 22:41*',
      '2026-06-21 03:15* 04:32 13:08 17:36 21:44 23:01*',
      '2026-10-01 05:36* 07:06 12:56 15:59 18:45 20:17*',
      '2026-10-31 05:10* 07:02 11:50 14:06 16:37 18:30*',
    ],
  },
];
