import type { Box } from './pixels.ts';
import type { TextRun } from './text-runs.ts';

/** Half a pixel is the browser's own rounding; a whole one is where an eye begins to see it. */
const tolerance = 1;

const sides = ['left', 'top', 'right', 'bottom'] as const;

/** How far a box extends beyond another on each side, without what is within the tolerance. */
function excess(inner: Box, outer: Box, where: readonly (typeof sides)[number][] = sides): string[] {
  return where.flatMap((side) => {
    const isStart = side === 'left' || side === 'top';
    const by = isStart ? outer[side] - inner[side] : inner[side] - outer[side];
    return by > tolerance ? [`${by.toFixed(1)} px at the ${side}`] : [];
  });
}

const say = (run: TextRun, fault: string) => `“${run.text}” in ${run.where} ${fault}`;

/** Text that extends beyond the left or right edge of the page. */
function outsideThePage(runs: readonly TextRun[], pageWidth: number): string[] {
  const page = { left: 0, top: 0, right: pageWidth, bottom: Number.POSITIVE_INFINITY };
  return runs.flatMap((run) => {
    const by = run.isScrolled ? [] : excess(run.line, page, ['left', 'right']);
    return by.length > 0 ? [say(run, `leaves the page by ${by.join(' and ')}`)] : [];
  });
}

/** Text that is wider than its element, or extends beyond a background or border around it. */
function outOfItsBox(runs: readonly TextRun[]): string[] {
  return runs.flatMap((run) => {
    if (run.isScrolled) return [];
    const own = excess(run.line, run.blockFrame.box, ['left', 'right']);
    const faults = own.length > 0 ? [say(run, `overflows its box by ${own.join(' and ')}`)] : [];
    for (const { where, box } of run.painted) {
      const by = excess({ ...run.ink, left: run.line.left, right: run.line.right }, box);
      if (by.length > 0) faults.push(say(run, `sticks out of ${where} by ${by.join(' and ')}`));
    }
    return faults;
  });
}

/** Text that an element round it cuts off. */
function cutOff(runs: readonly TextRun[]): string[] {
  return runs.flatMap((run) =>
    run.clips.flatMap(({ where, box, horizontal, vertical }) => {
      const by = [
        ...(horizontal ? excess(run.line, box, ['left', 'right']) : []),
        ...(vertical ? excess(run.ink, box, ['top', 'bottom']) : []),
      ];
      return by.length > 0 ? [say(run, `is cut off by ${where}: ${by.join(' and ')}`)] : [];
    }),
  );
}

/** Texts of different elements that overlap. */
function overlapping(runs: readonly TextRun[]): string[] {
  return runs.flatMap((run, index) =>
    runs.slice(index + 1).flatMap((other) => {
      if (run.block === other.block) return [];
      const wide = Math.min(run.line.right, other.line.right) - Math.max(run.line.left, other.line.left);
      const high = Math.min(run.ink.bottom, other.ink.bottom) - Math.max(run.ink.top, other.ink.top);
      if (wide <= tolerance || high <= tolerance) return [];
      return [
        say(run, `overlaps “${other.text}” in ${other.where} by ${wide.toFixed(1)} × ${high.toFixed(1)} px`),
      ];
    }),
  );
}

/** All of the above, one sentence each. */
export function textFaults(runs: readonly TextRun[], pageWidth: number): string[] {
  if (runs.length === 0) throw new Error('No text was found, so nothing was checked.');
  return [...outsideThePage(runs, pageWidth), ...outOfItsBox(runs), ...cutOff(runs), ...overlapping(runs)];
}
