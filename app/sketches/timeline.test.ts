import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfTest } from '../../tests/support/random.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { anyDay } from '../prayer-day/cities.fixture.ts';
import { scheduleTasks, slotOf } from '../prayer-day/schedule-tasks.ts';
import { initialTasks } from '../prayer-day/task-words.ts';
import { cardGap, layOutTimeline, rowHeight, scale } from './timeline.ts';

test('on any day anywhere every time can be read, and no card lies on another', () => {
  fc.assert(
    fc.property(anyDay, (times) => {
      const { rows, cards, call } = layOutTimeline(times, initialTasks);
      expect(rows.map(({ prayer }) => prayer)).toEqual(['fajr', 'dhuhr', 'asr', 'maghrib', 'isha']);
      for (const [index, { y }] of rows.entries()) {
        expect(y).toBeGreaterThan(75);
        expect(y).toBeLessThanOrEqual(scale.bottom);
        if (index > 0) expect(y - (rows[index - 1]?.y ?? 0)).toBeGreaterThanOrEqual(rowHeight);
      }
      const drawn = [...(call ? [call.ghost] : []), ...cards].toSorted((a, b) => a.top - b.top);
      for (const [index, { top }] of drawn.entries()) {
        const above = drawn[index - 1];
        if (above) expect(top).toBeGreaterThanOrEqual(above.top + above.height - cardGap);
      }
    }),
    { numRuns: 300, seed: seedOfTest() },
  );
});

test('when the call comes deep work goes before Asr, and the prayers stay', () => {
  const { rows, cards, call } = layOutTimeline(equinoxDay, initialTasks);
  const before = slotOf(scheduleTasks(initialTasks, equinoxDay), 'focus');
  const after = cards.find(({ slot }) => slot.task.id === 'focus');
  expect([before?.start, after?.slot.start, after?.slot.end]).toEqual([451, 850, 940]);
  expect(call?.card.top).toBe(call?.ghost.top);
  expect(rows).toEqual(layOutTimeline(equinoxDay, []).rows);
});

test('without deep work no call comes', () => {
  const others = initialTasks.filter(({ id }) => id !== 'focus');
  expect(layOutTimeline(equinoxDay, others).call).toBeUndefined();
});
