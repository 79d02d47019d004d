import * as Plot from '@observablehq/plot';
import { Window } from 'happy-dom';
import type { ShownGroup } from './hide-small.ts';

export interface BarsOptions {
  title: string;
  /** Bars from left to right, or one below the other where names are long. */
  direction: 'across' | 'down';
  /** Days, on an axis of time that leaves no day out. */
  isTime?: boolean;
}

/** Bars as SVG; a group that must not be shown has none. */
export function drawBars(groups: ShownGroup[], { title, direction, isTime = false }: BarsOptions): string {
  const { document } = new Window();
  const data = groups.map(({ name, entries }) => ({
    name: isTime ? new Date(name) : name,
    entries: entries ?? 0,
  }));
  const style = { fill: 'var(--bar)' };
  const options = { document: document as unknown as Document, width: 720, ariaLabel: title };
  const chart =
    direction === 'down'
      ? Plot.plot({
          ...options,
          marginLeft: 90,
          y: { label: null, domain: groups.map(({ name }) => name) },
          x: { label: null, grid: true },
          marks: [Plot.barX(data, { x: 'entries', y: 'name', ...style }), Plot.ruleX([0])],
        })
      : Plot.plot({
          ...options,
          height: 260,
          x: isTime ? { type: 'utc', label: null } : { type: 'band', label: null },
          y: { label: null, grid: true },
          marks: [
            isTime
              ? Plot.rectY(data, { x: 'name', y: 'entries', interval: 'day', ...style })
              : Plot.barY(data, { x: 'name', y: 'entries', ...style }),
            Plot.ruleY([0]),
          ],
        });
  return chart.outerHTML;
}
