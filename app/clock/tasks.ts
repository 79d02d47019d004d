import { roomAfter } from '../../content/prayers.ts';
import type { DayMinutes } from './clock.ts';

/** Where a card hangs: how far below the arc, and what share of its width is left of its line. */
export interface CardPosition {
  readonly below: number;
  readonly leftShare: number;
}

interface TaskKind {
  /** When it begins unless it is moved. */
  readonly usualStart: (day: DayMinutes) => number;
  /** Where its card hangs on the wide arc: so the four look calm on a usual day. */
  readonly card: CardPosition;
  /** Whether its card is the one that a phone's arc has room for. */
  readonly hasCardOnPhone?: true;
  /** Whether its card says when to leave, and not what it is. */
  readonly isDeparture?: true;
}

interface ExampleTask extends TaskKind {
  readonly minutes: number;
}

const example = {
  focus: {
    minutes: 90,
    usualStart: ({ sunrise, dhuhr }) => Math.round(sunrise + (dhuhr - sunrise) / 6),
    card: { below: 46, leftShare: 0.1 },
  },
  rest: {
    minutes: 20,
    usualStart: ({ dhuhr }) => dhuhr + roomAfter,
    card: { below: 62, leftShare: 0.7 },
  },
  errand: {
    minutes: 45,
    usualStart: ({ asr }) => asr + roomAfter,
    card: { below: 46, leftShare: 0.9 },
    hasCardOnPhone: true,
    isDeparture: true,
  },
} as const satisfies Record<string, ExampleTask>;

export type ExampleTaskId = keyof typeof example;

/** The tasks of the example, in their order in the list: all that is decided of them but their words (content/prayer-day.ts). */
export const exampleTasks: Readonly<Record<ExampleTaskId, ExampleTask>> = example;

export type TaskId = ExampleTaskId | 'own';

/** The tasks of the example and the visitor's own, which follows the task listed before it. */
export const taskKinds: Readonly<Record<TaskId, TaskKind>> = {
  ...exampleTasks,
  own: {
    usualStart: ({ fajr }) => fajr + roomAfter,
    card: { below: 70, leftShare: 0.5 },
  },
};
