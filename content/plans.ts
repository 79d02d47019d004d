import { type PlanKey, prices } from './prices.ts';

interface Feature {
  plan: PlanKey;
  /** With the launch, or after it. */
  when: 'launch' | 'later';
  /** As Pricing lists it, without its capital letter. */
  line: string;
}

/** Which plan each planned feature is for, and when. Pricing, the cards of the other pages and the questions take it from here. */
const features = {
  prayerTimes: { plan: 'free', when: 'launch', line: 'prayer times by your method with reminders' },
  dailyPlan: { plan: 'free', when: 'launch', line: 'a daily plan between the prayers' },
  hijriCalendar: { plan: 'free', when: 'launch', line: 'Hijri calendar with fasting reminders' },
  blessedTimes: { plan: 'free', when: 'launch', line: 'blessed-time reminders and adhkar' },
  intentions: { plan: 'free', when: 'launch', line: 'an intention for each project' },
  offline: { plan: 'free', when: 'launch', line: 'core features without a connection' },
  muhasabah: { plan: 'free', when: 'later', line: 'muhasabah (four questions at night)' },
  qailulah: { plan: 'free', when: 'later', line: 'qailulah (a midday rest)' },
  ramadan: { plan: 'free', when: 'later', line: 'a different day in Ramadan' },
  fridayHour: { plan: 'free', when: 'later', line: 'the hour of response on Friday' },
  traffic: { plan: 'believer', when: 'launch', line: 'leaving times that allow for traffic' },
  taskCoach: { plan: 'believer', when: 'launch', line: 'AI task coach: Akhirah and Dunya' },
  thoughtCapture: { plan: 'believer', when: 'launch', line: 'AI thought capture' },
  memorisation: { plan: 'believer', when: 'launch', line: 'Quran memorisation coach' },
  habits: { plan: 'believer', when: 'launch', line: 'small habits, kept up' },
  health: { plan: 'believer', when: 'launch', line: 'sleep and health tracking' },
  hardChoices: { plan: 'believer', when: 'later', line: 'a page for hard choices' },
  workStops: { plan: 'believer', when: 'later', line: 'work that stops before prayer' },
  brokenMorning: { plan: 'believer', when: 'later', line: 'a new plan for broken mornings' },
  fastingDays: { plan: 'believer', when: 'later', line: 'meals and lighter work on fasting days' },
  friends: { plan: 'ummah', when: 'launch', line: 'a circle of friends, who may be on any plan' },
  besideAFriend: { plan: 'ummah', when: 'later', line: 'work beside a friend' },
} as const satisfies Record<string, Feature>;

type FeatureKey = keyof typeof features;
type FreeFeature = {
  [Key in FeatureKey]: (typeof features)[Key]['plan'] extends 'free' ? Key : never;
}[FeatureKey];

/** What a card says about the plan of its feature. */
export function plannedFor(key: FeatureKey): string {
  const { plan, when }: Feature = features[key];
  return `${prices[plan].plan} plan${when === 'later' ? ', later' : ''}`;
}

/** The lines of a plan on Pricing: what comes with the launch, then what comes later. */
export function linesOf(plan: PlanKey): string[] {
  const own: Feature[] = Object.values(features).filter((feature) => feature.plan === plan);
  const launch = own.filter(({ when }) => when === 'launch').map(({ line }) => capitalised(line));
  const later = own.filter(({ when }) => when === 'later').map(({ line }) => line);
  return later.length > 0 ? [...launch, `Later: ${later.join(', ')}`] : launch;
}

/** A feature of the free plan, for a sentence about what will cost nothing. */
export const freeOfCharge = (key: FreeFeature): string => features[key].line;

const capitalised = (line: string) => line.charAt(0).toUpperCase() + line.slice(1);
