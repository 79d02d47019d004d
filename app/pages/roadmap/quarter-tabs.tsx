import type { RoadmapContent } from '../../../content/pages/roadmap.ts';
import { MoonPhase } from '../../drawings/moon-phase.tsx';
import { QuarterPanel } from './quarter-panel.tsx';

interface QuarterTabsProps {
  label: string;
  statusLabels: RoadmapContent['statusLabels'];
  priorityLabels: RoadmapContent['priorityLabels'];
  quarters: RoadmapContent['quarters'];
}

/** The rising line that the four moons stand on: a quarter of a sine, stretched to the width (heights: quarter-tabs.css). */
function MoonPath() {
  return (
    <svg className="moon-path" viewBox="0 0 96 24" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 24C32 11.43 64 0 96 0" fill="none" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/**
 * The quarters as tabs; tabs.ts makes them work. The tabs are links to their panels, so that every quarter can be
 * read and reached without a script.
 */
export function QuarterTabs({ label, statusLabels, priorityLabels, quarters }: QuarterTabsProps) {
  return (
    <div className="quarters">
      <div className="quarter-sky on-sky">
        <MoonPath />
        <div role="tablist" aria-label={label} className="wrap quarter-tabs">
          {quarters.map((quarter, index) => (
            <a
              key={quarter.id}
              id={`${quarter.id}-tab`}
              href={`#${quarter.id}`}
              role="tab"
              aria-selected={index === 0}
              aria-controls={quarter.id}
              tabIndex={index === 0 ? 0 : -1}
              className="quarter-tab"
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
          isSelected={index === 0}
          statusLabels={statusLabels}
          priorityLabels={priorityLabels}
        />
      ))}
    </div>
  );
}
