import type { DayMoment } from '../../content/prayers.ts';
import type { DayTimes } from './day-path.ts';

type Names = Readonly<Record<DayMoment, string>>;

/** The moments' names, each with its time behind it. */
export const withTimes = (names: Names, times: DayTimes): Names =>
  Object.fromEntries(
    Object.entries(names).map(([moment, name]) => [moment, `${name} ${times[moment as DayMoment]}`]),
  ) as Names;
