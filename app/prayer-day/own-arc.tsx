import { ownDayWords } from '../../content/own-day.ts';
import { type DayEvent, leaveBy, day as words } from '../../content/pages/landing/day.ts';
import { withTimes } from '../drawings/day-arc-names.ts';
import { DayArcSlim, slimDay, slimExample } from '../drawings/day-arc-slim.tsx';
import { DayArcWide, wideDay, wideExample } from '../drawings/day-arc-wide.tsx';
import { clockOf, type DayTimes, equinoxDay, minutesOfDay } from '../drawings/day-path.ts';
import { type DrawnDay, interpolateDay, plannedOn } from '../drawings/drawn-day.ts';
import { redraw } from '../drawings/redraw.ts';

/** Duration of the animation in milliseconds: long enough to follow, short enough that nobody waits for it. */
const duration = 1_400;

interface Drawn {
  readonly wide: DrawnDay;
  readonly slim: DrawnDay;
}

interface Labels {
  readonly times: DayTimes;
  readonly events: readonly DayEvent[];
  readonly label: string;
}

const example: Drawn = { wide: wideExample(words.events), slim: slimExample(words.events[0]) };
const exampleLabels: Labels = { times: equinoxDay, events: words.events, label: words.label };

/** The drawings and their labels for the times of a day, with the sun at the minute `sun`. */
function ownDrawn(times: DayTimes, sun: number, city: string): [Drawn, Labels] {
  const minutes = minutesOfDay(times);
  const planned = plannedOn(minutes);
  const [work, rest, way] = words.events;
  const leave = { ...way, title: leaveBy(clockOf(Math.round(planned[2].last))) };
  const events = [work, rest, leave];
  return [
    { wide: wideDay(minutes, sun, planned, events), slim: slimDay(minutes, sun, planned[0], work) },
    { times, events, label: ownDayWords.drawn(city) },
  ];
}

/** Both arcs of the hero, of which one is visible. */
export class OwnArc {
  readonly #hero: Element;
  #shown = example;
  #run = 0;

  constructor(hero: Element) {
    this.#hero = hero;
  }

  /** Shows a day with the sun at a minute of it. Animates through every day in between unless `isInstant`. */
  showOwn(times: DayTimes, sun: number, city: string, isInstant: boolean): void {
    this.#moveTo(...ownDrawn(times, sun, city), isInstant);
  }

  showExample(isInstant: boolean): void {
    this.#moveTo(example, exampleLabels, isInstant);
  }

  #moveTo(to: Drawn, labels: Labels, isInstant: boolean): void {
    cancelAnimationFrame(this.#run);
    const from = this.#shown;
    const isWide = matchMedia('(min-width: 60rem)').matches;
    let began: number | undefined;
    const step = (now: number) => {
      began ??= now;
      const share = isInstant ? 1 : Math.min(1, (now - began) / duration);
      // Slow at both ends, like the sun's own height.
      const eased = (1 - Math.cos(Math.PI * share)) / 2;
      this.#shown = {
        wide: interpolateDay(from.wide, to.wide, eased),
        slim: interpolateDay(from.slim, to.slim, eased),
      };
      // The animation draws only the visible arc; the other one follows at its end, in a frame of its own.
      const [seen, other] = isWide ? [this.#drawWide, this.#drawSlim] : [this.#drawSlim, this.#drawWide];
      seen.call(this, labels);
      this.#run = requestAnimationFrame(share < 1 ? step : () => other.call(this, labels));
    };
    if (isInstant) step(0);
    else this.#run = requestAnimationFrame(step);
  }

  #drawWide({ times, events, label }: Labels): void {
    const arc = this.#hero.querySelector('.day-arc-wide');
    const names = withTimes(words.moments, times);
    if (arc) redraw(arc, <DayArcWide names={names} events={events} day={this.#shown.wide} label={label} />);
  }

  #drawSlim({ events: [event], label }: Labels): void {
    const arc = this.#hero.querySelector('.day-arc-slim');
    if (!arc || !event) return;
    redraw(arc, <DayArcSlim names={words.moments} event={event} day={this.#shown.slim} label={label} />);
  }
}
