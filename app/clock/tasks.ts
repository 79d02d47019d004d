import { roomAfter } from '../../content/prayers.ts';
import type { DayMinutes } from './clock.ts';

interface TaskKind {
  /** When it begins unless it is moved. */
  readonly usualStart: (day: DayMinutes) => number;
}

interface ExampleTask extends TaskKind {
  readonly minutes: number;
}

const example = {
  focus: {
    minutes: 90,
    usualStart: ({ sunrise, dhuhr }) => Math.round(sunrise + (dhuhr - sunrise) / 6),
  },
  rest: {
    minutes: 20,
    usualStart: ({ dhuhr }) => dhuhr + roomAfter,
  },
  errand: {
    minutes: 45,
    usualStart: ({ asr }) => asr + roomAfter,
  },
} as const satisfies Record<string, ExampleTask>;

export type ExampleTaskId = keyof typeof example;

/**
 * The tasks of the example, in their order in the list: how long each takes and when it begins. Their words stand in
 * content/prayer-day.ts, and where their cards hang in app/drawings/task-cards.ts.
 */
export const exampleTasks: Readonly<Record<ExampleTaskId, ExampleTask>> = example;

export type TaskId = ExampleTaskId | 'own';

/** The tasks of the example and the visitor's own, which follows the task listed before it. */
export const taskKinds: Readonly<Record<TaskId, TaskKind>> = {
  ...exampleTasks,
  own: {
    usualStart: ({ fajr }) => fajr + roomAfter,
  },
};
