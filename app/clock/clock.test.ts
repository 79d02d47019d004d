import { expect, test } from 'vitest';
import { clockOf } from './clock.ts';

test('a minute may lie on the day before or after', () => {
  expect([-90, 1439, 1440, 1505].map(clockOf)).toEqual(['22:30', '23:59', '00:00', '01:05']);
});
