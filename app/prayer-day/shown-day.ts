import { type DayTimes, equinoxDay } from '../drawings/day-path.ts';

/** The day that the page shows: the drawn example, or the visitor's own. */
export interface ShownDay {
  readonly times: DayTimes;
  /** Whose day it is; undefined for the example. */
  readonly city?: string;
}

let shown: ShownDay = { times: equinoxDay };
const listeners = new Set<() => void>();

export const shownDay = (): ShownDay => shown;

/** Sets the day that the page shows, and notifies the listeners. */
export function showDay(day: ShownDay): void {
  shown = day;
  for (const listener of listeners) listener();
}

/** Calls back whenever another day is shown. Returns a function that unsubscribes. */
export function onShownDay(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
