import { InvalidArgumentError } from 'commander';

/** An offset such as +05:00 is no name, and PostgreSQL would count it to the west. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== 'Etc/Unknown';
  } catch {
    return false;
  }
}

/** The value of an option. @throws InvalidArgumentError when there is no such zone */
export function timeZoneNamed(name: string): string {
  if (isTimeZone(name)) return name;
  throw new InvalidArgumentError('It must be the name of a time zone such as Asia/Karachi.');
}

/** What Intl writes for a moment in a time zone, such as `2027-01-05 09:00`. */
function localTimeOf(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(moment);
}

const dayMs = 86_400_000;

/**
 * The moment at which a clock in a time zone shows a local time.
 * @param local ISO 8601 without a zone, to the minute, such as `2027-01-05T09:00`
 * @param timeZone an IANA name
 * @throws Error with a sentence when the clock never shows it, or shows it twice, because it is put forward or back that day
 */
export function momentOfLocalTime(local: string, timeZone: string): Date {
  const asIfUtc = Date.parse(`${local}:00Z`);
  const shown = local.replace('T', ' ');
  // The offsets of the day before and of the day after are all that the clock may have.
  const candidates = [asIfUtc - dayMs, asIfUtc + dayMs].map((near) => {
    const offset = Date.parse(`${localTimeOf(near, timeZone).replace(' ', 'T')}:00Z`) - near;
    return asIfUtc - offset;
  });
  const moments = [...new Set(candidates)].filter((moment) => localTimeOf(moment, timeZone) === shown);
  const [moment] = moments;
  if (moment === undefined)
    throw new Error(
      `${local} does not exist in ${timeZone}: the clocks go forward then. Choose another time.`,
    );
  if (moments.length > 1)
    throw new Error(
      `${local} comes twice in ${timeZone}, because the clocks go back then: choose another time, or name the moment in UTC, as ${new Date(moment).toISOString().slice(0, 16)}Z.`,
    );
  return new Date(moment);
}
