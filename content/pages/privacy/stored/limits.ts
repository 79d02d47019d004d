import type { StoredField } from './field.ts';

const byTheMinute = {
  kept: 'swept by the minute',
  howLong: 'About ten minutes after your last try. An automatic job deletes old counts every minute.',
} as const;
const untilMidnight = {
  kept: 'swept at midnight',
  howLong: 'To the end of the day (UTC), when the same job deletes it.',
} as const;

/** The counts against floods of false forms. */
export const limitFields: readonly StoredField[] = [
  {
    table: 'rate_limits',
    column: 'limit_name',
    what: 'Whether one connection or the network round it is counted',
    why: 'To know which limit applies.',
    ...byTheMinute,
  },
  {
    table: 'rate_limits',
    column: 'key',
    what: 'A code made from your internet address with the key of the day; the internet address itself is not stored',
    why: 'To count tries from one place without noting the place.',
    ...byTheMinute,
  },
  {
    table: 'rate_limits',
    column: 'full_again_at',
    what: 'When that limit starts afresh',
    why: 'To slow down a robot without blocking a mosque that shares one connection.',
    ...byTheMinute,
  },
  {
    table: 'rate_limits',
    column: 'granted',
    what: 'How many forms from there we accepted in the last batch',
    why: 'So that each of those forms gets its answer.',
    ...byTheMinute,
  },
  {
    table: 'client_keys',
    column: 'day',
    what: 'The date',
    why: 'So that each day has a key of its own.',
    ...untilMidnight,
  },
  {
    table: 'client_keys',
    column: 'secret',
    what: 'A random number that says nothing about you',
    why: 'To make the codes above. Once it is gone they lead back to nobody.',
    ...untilMidnight,
  },
];
