import { prayers } from '../../../content/prayers.ts';
import { type DayTimes, minutesOfDay } from '../../drawings/day-path.ts';
import { type LaidDay, layOut, type Task, type Wanted } from '../schedule-tasks.ts';

/** Both sides of each prayer, in the order of the day. */
export const wantedPlaces = prayers.flatMap((prayer) =>
  (['before', 'after'] as const).map((side) => ({ wanted: `${side}-${prayer}` as Wanted, side, prayer })),
);

/** The same tasks, one of them moved. */
export const withWanted = (tasks: readonly Task[], id: string, wanted: Wanted | undefined): Task[] =>
  tasks.map((task) => {
    if (task.id !== id) return task;
    const { wanted: _before, ...free } = task;
    return wanted ? { ...free, wanted } : free;
  });

/** Where a task lies; undefined where the day has no room for it. */
export const slotOf = ({ slots }: LaidDay, id: string) => slots.find(({ task }) => task.id === id);

/** The side of a prayer that brings a task nearest to a minute of the day. Sides where it does not fit do not count. */
export function nearestWanted(
  tasks: readonly Task[],
  id: string,
  day: DayTimes,
  minute: number,
): Wanted | undefined {
  const minutes = minutesOfDay(day);
  const found = wantedPlaces.flatMap(({ wanted, side, prayer }) => {
    const slot = slotOf(layOut(withWanted(tasks, id, wanted), day), id);
    if (!slot || slot.start > minutes[prayer] !== (side === 'after')) return [];
    const middle = (slot.start + slot.end) / 2;
    return [{ wanted, away: Math.abs(middle - minute), beside: Math.abs(middle - minutes[prayer]) }];
  });
  return found.toSorted((a, b) => a.away - b.away || a.beside - b.beside)[0]?.wanted;
}
