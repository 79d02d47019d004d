import type { Box } from './pixels.ts';
import type { MeasuredTexts, TextLine } from './texts.ts';

/** What is wrong, and by how many pixels. */
interface Fault {
  what: string;
  by: number;
}

/** Half a pixel is the browser's own rounding; a whole one is where an eye begins to see it. */
const tolerance = 1;

const across = ['left', 'right'] as const;
const allSides = ['left', 'right', 'top', 'bottom'] as const;

/** By how much a box extends beyond another, on the side where it is most. */
function excess(inner: Box, outer: Box, sides: readonly (keyof Box)[]): number {
  const beyond = sides.map((side) => {
    const isBefore = side === 'left' || side === 'top';
    return isBefore ? outer[side] - inner[side] : inner[side] - outer[side];
  });
  return Math.max(...beyond);
}

function overlapping(one: TextLine, others: readonly TextLine[]): Fault[] {
  return others
    .filter(({ block }) => block !== one.block)
    .map(({ line, ink, said }) => {
      const wide = Math.min(one.line.right, line.right) - Math.max(one.line.left, line.left);
      const high = Math.min(one.ink.bottom, ink.bottom) - Math.max(one.ink.top, ink.top);
      return { what: `overlaps ${said}`, by: Math.min(wide, high) };
    });
}

/**
 * Says what is wrong with where the lines of a page stand, a sentence each. What can be scrolled to is not wrong.
 * @throws of an element that was not measured
 */
export function placeFaults({ lines, elements, pageWidth }: MeasuredTexts): string[] {
  const page = { left: 0, top: 0, right: pageWidth, bottom: 0 };

  function elementAt(number: number) {
    const element = elements[number];
    if (!element) throw new Error(`The element ${number} was not measured.`);
    return element;
  }

  /** Where a line leaves the page, its box, or a ground or an edge around it. */
  function leaving(line: TextLine): Fault[] {
    if (line.isScrolled) return [];
    return [
      { what: 'leaves the page', by: excess(line.line, page, across) },
      { what: 'overflows its box', by: excess(line.line, elementAt(line.block).box, across) },
      ...line.painted.map(elementAt).map(({ box, tag }) => ({
        what: `sticks out of ${tag}`,
        by: excess(line.ink, box, allSides),
      })),
    ];
  }

  function cutOff(line: TextLine): Fault[] {
    return line.clips.map(({ clip, sides }) => {
      const { box, tag } = elementAt(clip);
      return { what: `is cut off by ${tag}`, by: excess(line.ink, box, sides) };
    });
  }

  return lines.flatMap((line, index) =>
    [...leaving(line), ...cutOff(line), ...overlapping(line, lines.slice(index + 1))]
      .filter(({ by }) => by > tolerance)
      .map(({ what, by }) => `${line.said} ${what} by ${by.toFixed(1)} px`),
  );
}
