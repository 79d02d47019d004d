import { plannerWords as words } from '../../content/prayer-day.ts';
import { clockOf } from '../clock/clock.ts';
import { type ExampleTaskId, exampleTasks, type TaskId } from '../clock/tasks.ts';
import { type Slot, slotOf, type Task } from './schedule-tasks.ts';

const exampleIds = Object.keys(exampleTasks) as ExampleTaskId[];

/** The tasks that lie in the day before the visitor changes anything. */
export const initialTasks: readonly Task[] = exampleIds.map((id) => ({
  id,
  name: words.tasks[id].name,
  minutes: exampleTasks[id].minutes,
}));

/** When a task is, in words; without a slot, that the day has no room for it. */
export const timeOf = (slot: Slot | undefined): string =>
  slot ? words.span(clockOf(slot.start), clockOf(slot.end)) : words.waiting;

/** The task whose card says when to leave, and not what it is. */
const departure: TaskId = 'errand';

/**
 * The title of a task's card: when to leave for it, or its name.
 * @param most how many characters the card has room for: a longer name is cut
 */
export function cardTitle({ task, start }: Slot, most: number): string {
  if (task.id === departure) return words.leaveBy(clockOf(start));
  const characters = [...task.name];
  return characters.length <= most ? task.name : `${characters.slice(0, most - 1).join('')}…`;
}

/**
 * Describes a change for screen readers: the changed task first, then every other task that had to move for it.
 * @param id of the changed task
 */
export function describeChange(
  tasks: readonly Task[],
  before: readonly Slot[],
  after: readonly Slot[],
  id: TaskId,
): string {
  const timeBefore = (task: Task) => timeOf(slotOf(before, task.id));
  const timeAfter = (task: Task) => timeOf(slotOf(after, task.id));
  const hasMoved = (task: Task) => timeBefore(task) !== timeAfter(task);
  const changed = tasks.filter((task) => task.id === id);
  const others = tasks.filter((task) => task.id !== id);
  const [first] = changed;
  const moved = [...changed, ...others].filter(hasMoved);
  if (first && moved.length === 0) return words.unchanged(first.name, timeAfter(first));
  return moved
    .map((task) =>
      slotOf(after, task.id) ? words.isAt(task.name, timeAfter(task)) : words.leftOut(task.name),
    )
    .join(' ');
}
