import { site } from './site.ts';

/** A launch target as `site.launchTarget` has it. */
interface Target {
  quarter: `Q${1 | 2 | 3 | 4} ${number}`;
  setIn: string;
}

/** Whether the quarter has ended before a day, both in UTC. */
export function isOver({ quarter }: Target, day: Date): boolean {
  const [name = '', year = ''] = quarter.split(' ');
  const monthAfter = Number(name.slice(1)) * 3;
  return day.getTime() >= Date.UTC(Number(year), monthAfter, 1);
}

/** What the pages say of the launch target on a day. If its quarter has passed, they say so until there is a new target. */
export function launchWords(target: Target, day: Date) {
  const { quarter, setIn } = target;
  if (isOver(target, day)) {
    return {
      answer: `We aimed to launch in ${quarter} and missed it. There is no new date yet. Those who have confirmed will hear new dates first, starting with the beta’s.`,
      features: `None is finished: the first are being designed. Our launch target, ${quarter.replace(' ', '\u00a0')}, has passed. Some may change. Pricing says which will be free.`,
      roadmap: `We aimed to launch in ${quarter} and missed it. Later quarters have slipped too; the labels show where each is. New dates will go to the waitlist first, insha’Allah.`,
      beta: 'No date yet, for the beta or for the launch after it. When there is one, we will email everyone who has confirmed. What the beta will hold is not decided either. News will come at most once a month.',
    };
  }
  return {
    answer: `The target is ${quarter}: first the beta, then the launch. We set it in ${setIn}. If it moves, the waitlist will hear the new date first.`,
    features: 'None is finished yet, and some may change. Pricing says which will be free.',
    roadmap: `The order in which we build, insha’Allah. The launch target, ${quarter}, was set in ${setIn}; should it move, the waitlist will be told first.`,
    beta: `The launch is aimed at ${quarter}, and the beta comes before it. We will email you when there is a date. News will come at most once a month.`,
  };
}

/** The words on the day of the build. */
export const launch = launchWords(site.launchTarget, new Date());
