/** Milliseconds within which half of these waits, 99 % of them and all of them ended; NaN without any. */
export function waitFigures(milliseconds: readonly number[]) {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const within = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  return { half: within(0.5), nearlyAll: within(0.99), all: within(1) };
}
