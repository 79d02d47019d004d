import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { momentNames } from '../../content/prayers.ts';
import { seedOfTest } from '../../tests/support/random.ts';
import { type DayTimes, minutesOfDay } from '../clock/clock.ts';
import { frames, type Shape } from '../drawings/arc-frames.ts';
import { DayArc, drawDay } from '../drawings/day-arc.tsx';
import type { Point } from '../drawings/points.ts';
import { anyDay } from './cities.fixture.ts';
import { arcTasks } from './hero-arc.tsx';
import { placements, type Task } from './schedule-tasks.ts';
import { initialTasks } from './task-words.ts';

const anyPlacement = fc.option(fc.constantFrom(...placements.map(({ placement }) => placement)), {
  nil: undefined,
});
const anyOwnTask = fc.record({
  id: fc.constant('own' as const),
  name: fc.constant('Ring my mother'),
  minutes: fc.constantFrom(15, 30, 45, 60, 90),
  placement: anyPlacement,
});

/** The tasks of the example, each moved anywhere or not, and perhaps one of the visitor's own. */
const movedTasks = fc
  .tuple(fc.tuple(...initialTasks.map(() => anyPlacement)), fc.option(anyOwnTask, { nil: undefined }))
  .map(([moves, own]): Task[] => [
    ...initialTasks.map((task, index) => ({ ...task, placement: moves[index] })),
    ...(own ? [own] : []),
  ]);

/** Where the numbers and the cards of an arc stand in its markup. */
function drawn(shape: Shape, times: DayTimes, tasks: readonly Task[]) {
  const day = drawDay(shape, minutesOfDay(times), 0, arcTasks(tasks, times));
  const markup = renderToStaticMarkup(<DayArc shape={shape} day={day} names={momentNames} />);
  const numbers = [...markup.matchAll(/translate\((\S+) (\S+)\)"><circle r="12"/g)];
  const cards = [
    ...markup.matchAll(
      /translate\((\S+) (\S+)\)"[^>]*><rect class="day-arc-card" width="(\d+)" height="(\d+)"/g,
    ),
  ];
  return {
    count: day.tasks.length,
    numbers: numbers.map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
    cards: cards.map(([, left, top, width, height]) => ({
      left: Number(left),
      top: Number(top),
      right: Number(left) + Number(width),
      bottom: Number(top) + Number(height),
    })),
  };
}

const radius = 12;

/** Whether a number's disc reaches into a card. */
function isUnder(card: ReturnType<typeof drawn>['cards'][number], { x, y }: Point): boolean {
  const across = Math.max(card.left - x, 0, x - card.right);
  const down = Math.max(card.top - y, 0, y - card.bottom);
  return Math.hypot(across, down) < radius;
}

test.each(['slim', 'wide'] as const)(
  'wherever tasks are moved, each number of the %s arc can be read and lies in the drawing',
  (shape) => {
    fc.assert(
      fc.property(anyDay, movedTasks, (times, tasks) => {
        const { count, numbers, cards } = drawn(shape, times, tasks);
        expect(numbers).toHaveLength(count);
        for (const [index, number] of numbers.entries()) {
          expect(cards.filter((card) => isUnder(card, number))).toEqual([]);
          const others = numbers.slice(index + 1);
          expect(others.filter(({ x, y }) => Math.hypot(x - number.x, y - number.y) < 2 * radius)).toEqual(
            [],
          );
          expect(number.x).toBeGreaterThanOrEqual(radius);
          expect(number.x).toBeLessThanOrEqual(frames[shape].right - radius);
        }
      }),
      { numRuns: 300, seed: seedOfTest() },
    );
  },
);
