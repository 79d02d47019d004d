import { plannerWords as words } from '../../content/prayer-day.ts';
import { clockOf } from './clock.ts';
import type { Slot, Task } from './schedule-tasks.ts';

const { focus, rest, errand } = words.tasks;

/** The tasks that lie in the day before the visitor changes anything. */
export const initialTasks: readonly Task[] = [
  { id: 'focus', kind: 'focus', name: focus.name, minutes: 90 },
  { id: 'rest', kind: 'rest', name: rest.name, minutes: 20 },
  { id: 'errand', kind: 'errand', name: errand.name, minutes: 45 },
];

/** When a task is, in words; without a slot, that the day has no room for it. */
export const timeOf = (slot: Slot | undefined): string =>
  slot ? words.span(clockOf(slot.start), clockOf(slot.end)) : words.waiting;

/**
 * The title of a task's card: for an errand when to leave, for the others their name.
 * @param most how many characters the card has room for: a longer name is cut
 */
export function cardTitle({ task, start }: Slot, most: number): string {
  if (task.kind === 'errand') return words.leaveBy(clockOf(start));
  const characters = [...task.name];
  return characters.length <= most ? task.name : `${characters.slice(0, most - 1).join('')}…`;
}
