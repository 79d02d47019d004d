import * as Plot from '@observablehq/plot';
import { Window } from 'happy-dom';
import type { ShownGroup } from './hide-small.ts';
import { figure } from './tables.ts';

export interface BarsOptions {
  /** The chart's accessible name. */
  title: string;
  /** Bars side by side, or one below the other for long names. */
  direction: 'across' | 'down';
  /** The groups are days, drawn on a time axis that includes days without a group. */
  isTime?: boolean;
}

const bar = { fill: 'var(--primary)' };
const label = { fill: 'var(--muted)', fontSize: 14 };

/** Draws bars as SVG; a hidden group has no bar. */
export function drawBars(groups: ShownGroup[], { title, direction, isTime = false }: BarsOptions): string {
  const { document } = new Window();
  const data = groups.map(({ name, entries }) => ({
    name: isTime ? new Date(name) : name,
    entries: entries ?? 0,
    figure: figure(entries),
  }));
  const options = {
    document: document as unknown as Document,
    width: 680,
    style: { fontFamily: 'inherit', fontSize: '14px', color: 'var(--muted)' },
    ariaLabel: title,
  };
  const chart =
    direction === 'down'
      ? Plot.plot({
          ...options,
          height: 36 * groups.length + 10,
          marginTop: 0,
          marginBottom: 10,
          marginLeft: 150,
          marginRight: 70,
          y: { label: null, domain: groups.map(({ name }) => name), tickSize: 0, padding: 0.3 },
          x: { axis: null },
          marks: [
            Plot.barX(data, { x: 'entries', y: 'name', ry: 4, ...bar }),
            Plot.text(data, {
              x: 'entries',
              y: 'name',
              text: 'figure',
              textAnchor: 'start',
              dx: 8,
              ...label,
            }),
          ],
        })
      : Plot.plot({
          ...options,
          height: 260,
          marginLeft: 56,
          marginBottom: 34,
          x: isTime
            ? { type: 'utc', label: null, tickSize: 0, tickPadding: 8 }
            : { type: 'band', label: null, tickSize: 0, tickPadding: 8, padding: 0.25 },
          y: { label: null, tickSize: 0, ticks: 4, tickFormat: (entries: number) => figure(entries) },
          marks: [
            Plot.gridY({ stroke: 'var(--line)', strokeOpacity: 1, ticks: 4 }),
            isTime
              ? Plot.rectY(data, {
                  x: 'name',
                  y: 'entries',
                  interval: 'day',
                  inset: 0,
                  insetLeft: 0.5,
                  ...bar,
                })
              : Plot.barY(data, { x: 'name', y: 'entries', rx: 2, ...bar }),
          ],
        });
  return chart.outerHTML.replace('<svg ', '<svg role="img" ');
}
