import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { RoadmapContent } from '../../../content/pages/roadmap.ts';
import { MoonPhase } from '../../drawings/moon-phase.tsx';
import { QuarterPanel } from './quarter-panel.tsx';

interface QuarterTabsProps {
  label: string;
  statusLabels: RoadmapContent['statusLabels'];
  priorityLabels: RoadmapContent['priorityLabels'];
  quarters: RoadmapContent['quarters'];
}

/** Where each key leads from the tab at `index`; any other key leads nowhere. */
function destination(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === ' ') return index;
  return undefined;
}

/** The way up that the four moons stand on: a quarter of a sine, stretched to the width (heights: quarter-tabs.css). */
function MoonPath() {
  return (
    <svg className="moon-path" viewBox="0 0 96 24" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 24C32 11.43 64 0 96 0" fill="none" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/**
 * The quarters as tabs after the WAI-ARIA pattern with automatic activation. The tabs are links to their panels, so
 * that without a script every quarter is there to be read and reached, and a link to a quarter opens it.
 * Written out rather than Radix's: this whole island is 1.2 kB of Brotli, and its tabs alone would add 8.
 */
export function QuarterTabs({ label, statusLabels, priorityLabels, quarters }: QuarterTabsProps) {
  const [selected, setSelected] = useState(0);
  const tabs = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const linked = quarters.findIndex((quarter) => `#${quarter.id}` === location.hash);
    if (linked >= 0) setSelected(linked);
  }, [quarters]);

  function select(event: KeyboardEvent | MouseEvent, index: number): void {
    // With a modifier the key or the click is the browser's: back, a new tab, a new window.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setSelected(index);
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  }

  function followKey(event: KeyboardEvent, index: number): void {
    const next = destination(event.key, index, quarters.length);
    if (next !== undefined) select(event, next);
  }

  return (
    <div className="quarters">
      <div className="quarter-sky on-sky">
        <MoonPath />
        <div ref={tabs} role="tablist" aria-label={label} className="wrap quarter-tabs">
          {quarters.map((quarter, index) => (
            <a
              key={quarter.id}
              id={`${quarter.id}-tab`}
              href={`#${quarter.id}`}
              role="tab"
              aria-selected={index === selected}
              aria-controls={quarter.id}
              tabIndex={index === selected ? 0 : -1}
              data-needs-script=""
              className="quarter-tab"
              onClick={(event) => select(event, index)}
              onKeyDown={(event) => followKey(event, index)}
            >
              <MoonPhase phase={quarter.moon} />
              <span className="quarter-tab-name">{quarter.name}</span>{' '}
              <span className="quarter-tab-status">{statusLabels[quarter.status]}</span>
            </a>
          ))}
        </div>
      </div>
      {quarters.map((quarter, index) => (
        <QuarterPanel
          key={quarter.id}
          quarter={quarter}
          isSelected={index === selected}
          statusLabels={statusLabels}
          priorityLabels={priorityLabels}
        />
      ))}
    </div>
  );
}
