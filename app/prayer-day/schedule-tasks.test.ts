import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prayers, roomAfter, roomBefore } from '../../content/prayers.ts';
import { seedOfTest } from '../../tests/support/random.ts';
import { minutesOfDay } from '../clock/clock.ts';
import { equinoxDay } from '../clock/example-day.ts';
import type { TaskId } from '../clock/tasks.ts';
import { anyDay } from './cities.fixture.ts';
import { placements, scheduleTasks, type Task } from './schedule-tasks.ts';

const focus: Task = { id: 'focus', name: 'Focus', minutes: 90 };
const rest: Task = { id: 'rest', name: 'Rest', minutes: 20 };
const errand: Task = { id: 'errand', name: 'Errand', minutes: 45 };
const own: Task = { id: 'own', name: 'Own', minutes: 60 };

const placement = fc.constantFrom(...placements.map((place) => place.placement));
const someTasks = fc
  .array(
    fc.record({
      id: fc.constantFrom<TaskId>('focus', 'errand', 'rest', 'own'),
      minutes: fc.integer({ min: 1, max: 300 }),
      placement: fc.option(placement, { nil: undefined }),
    }),
    { maxLength: 8 },
  )
  .map((tasks) => tasks.map((task, index): Task => ({ ...task, name: `${index}` })));

test('no task overlaps a prayer or another task, and the unmoved keep their order', () => {
  fc.assert(
    fc.property(someTasks, anyDay, (tasks, day) => {
      const minutes = minutesOfDay(day);
      const neighbours = [minutes.isha - 24 * 60, minutes.fajr + 24 * 60];
      const kept = [...prayers.map((prayer) => minutes[prayer]), ...neighbours].map((at) => ({
        start: at - roomBefore,
        end: at + roomAfter,
      }));
      const slots = scheduleTasks(tasks, day);
      slots.forEach(({ task, start, end }, index) => {
        expect(kept.filter((room) => start < room.end && room.start < end)).toEqual([]);
        expect(start).toBeGreaterThanOrEqual(slots[index - 1]?.end ?? -Infinity);
        expect(end - start).toBe(task.minutes);
      });
      const laid = slots.map(({ task }) => task);
      expect(tasks).toEqual(expect.arrayContaining(laid));
      expect(new Set(laid).size).toBe(laid.length);
      const unmoved = laid.filter((task) => task.placement === undefined);
      expect(unmoved).toEqual(tasks.filter((task) => unmoved.includes(task)));
    }),
    { numRuns: 2000, seed: seedOfTest() },
  );
});

test('a moved task goes where the visitor wants it if the gap is long enough', () => {
  fc.assert(
    fc.property(placement, anyDay, (there, day) => {
      const minutes = minutesOfDay(day);
      const [side, prayer] = there.split('-') as ['after' | 'before', (typeof prayers)[number]];
      const [slot] = scheduleTasks([{ ...own, minutes: 120, placement: there }], day);
      const index = prayers.indexOf(prayer);
      const edge =
        side === 'after'
          ? slot?.start === minutes[prayer] + roomAfter
          : slot?.end === minutes[prayer] - roomBefore;
      const [from, until] = side === 'after' ? [prayer, prayers[index + 1]] : [prayers[index - 1], prayer];
      const night = minutes.fajr + 24 * 60 - minutes.isha;
      const gap = from && until ? minutes[until] - minutes[from] : night / 2;
      expect(edge || gap < 120 + roomAfter + roomBefore).toBe(true);
    }),
    { numRuns: 2000, seed: seedOfTest() },
  );
});

test('a task of one hour fits into any day that has few others', () => {
  fc.assert(
    fc.property(fc.option(placement, { nil: undefined }), anyDay, (there, day) => {
      expect(scheduleTasks([focus, rest, errand, { ...own, placement: there }], day)).toHaveLength(4);
    }),
    { numRuns: 1000, seed: seedOfTest() },
  );
});

test('deep work goes into the morning, rest after Dhuhr, an errand after Asr', () => {
  const { dhuhr, asr } = minutesOfDay(equinoxDay);
  const starts = scheduleTasks([focus, rest, errand], equinoxDay).map(({ task, start }) => [task.id, start]);
  expect(starts).toEqual([
    ['focus', 451],
    ['rest', dhuhr + roomAfter],
    ['errand', asr + roomAfter],
  ]);
});

test('where the usual times leave no room, the tasks move forward and none waits', () => {
  const tasks = ['1', '2', '3', '4'].map((name) => ({ ...errand, name, minutes: 120 }));
  const slots = scheduleTasks(tasks, equinoxDay);
  expect(slots.map(({ task }) => task.name)).toEqual(['1', '2', '3', '4']);
});

test('a task longer than every gap waits for another day and moves no other', () => {
  const endless = { ...own, minutes: 20 * 60 };
  const start = minutesOfDay(equinoxDay).dhuhr + roomAfter;
  expect(scheduleTasks([endless, rest], equinoxDay)).toMatchObject([{ task: rest, start }]);
});
