import { site } from './site.ts';

/** A launch target as `site.launchTarget` has it. */
interface Target {
  quarter: `Q${1 | 2 | 3 | 4} ${number}`;
  setIn: string;
}

/** Whether the quarter has ended before a day, both in UTC. */
export function isOver({ quarter }: Target, day: Date): boolean {
  const [name = '', year = ''] = quarter.split(' ');
  return day.getTime() >= Date.UTC(Number(year), Number(name.slice(1)) * 3, 1);
}

/** What the pages say of the launch target on a day: of a date that has passed they say so, until there is a new one. */
export function launchWords(target: Target, day: Date) {
  const { quarter, setIn } = target;
  return isOver(target, day)
    ? {
        answer: `We aimed for ${quarter}. That date has passed without a launch. The waitlist will hear the new date first.`,
        roadmap: `${quarter} was our target, and is over. The order below stands for now, insha’Allah; a new date will go to the waitlist first.`,
      }
    : {
        answer: `The target is ${quarter}: first the beta, then the launch. We set it in ${setIn}. If it moves, the waitlist will hear the new date first.`,
        roadmap: `The order in which we build, insha’Allah. The launch target, ${quarter}, was set in ${setIn}; should it move, the waitlist will be told first.`,
      };
}

/** The words on the day of the build. */
export const launch = launchWords(site.launchTarget, new Date());
