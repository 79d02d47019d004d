import { useSyncExternalStore } from 'react';
import type { DayTimes } from '../clock/clock.ts';
import { equinoxDay, exampleSun } from '../clock/example-day.ts';
import type { TaskId } from '../clock/tasks.ts';
import type { CalendarDay } from './dates.ts';
import type { HijriDay } from './hijri-day.ts';
import type { Task } from './schedule-tasks.ts';
import { initialTasks } from './task-words.ts';

/** What the islands of the page draw of a day: the arc of the hero, and the sketch of the app. What is missing is the example's. */
export interface DayShown {
  times?: DayTimes;
  /** Where the sun is now, in minutes since midnight. */
  sun?: number;
  tasks?: readonly Task[];
  /** What the arc shows, for a screen reader. */
  label?: string;
  /** The date, where the day is the visitor's own. */
  date?: CalendarDay;
  /** The same date by the Umm al-Qura calendar, where the browser knows it. */
  hijri?: HijriDay | undefined;
  /** Whether another day is shown at once instead of moving there. */
  isInstant?: boolean;
  /** Called when a task is dropped on the arc at a minute of the day. */
  onDrop?: (id: TaskId, minute: number) => void;
}

let dayShown: DayShown = {};
const listeners = new Set<() => void>();

/** What the planner has the other islands of the page draw. Until it sets a day, they draw the example. */
export const dayStore = {
  get: (): DayShown => dayShown,
  set(day: DayShown): void {
    dayShown = day;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** What the page is rendered with, where nothing is known of a visitor. */
const nothing: DayShown = {};

/** The day to draw, new whenever the planner changes it; the example's times, sun and tasks stand where it has none. */
export function useDayShown() {
  const day = useSyncExternalStore(dayStore.subscribe, dayStore.get, () => nothing);
  const { times = equinoxDay, sun = exampleSun, tasks = initialTasks } = day;
  return { ...day, times, sun, tasks };
}
