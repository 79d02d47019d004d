import type { RoadmapContent, RoadmapQuarter } from '../../../content/pages/roadmap.ts';
import { PriorityBadge, StatusBadge } from './badges.tsx';

interface QuarterPanelProps {
  quarter: RoadmapQuarter;
  isSelected: boolean;
  statusLabels: RoadmapContent['statusLabels'];
  priorityLabels: RoadmapContent['priorityLabels'];
}

/** One quarter: what it is about at the left, its features between hairlines at the right. */
export function QuarterPanel({ quarter, isSelected, statusLabels, priorityLabels }: QuarterPanelProps) {
  return (
    <div
      id={quarter.id}
      role="tabpanel"
      aria-labelledby={`${quarter.id}-tab`}
      // A panel without controls is itself what Tab reaches after the tabs (WAI-ARIA tabs pattern).
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      data-state={isSelected ? 'active' : 'inactive'}
      className="wrap quarter-panel"
    >
      <header className="quarter-head">
        <p className="eyebrow">{quarter.name}</p>
        <h2>{quarter.title}</h2>
        <p className="lede">{quarter.summary}</p>
        <StatusBadge status={quarter.status} label={statusLabels[quarter.status]} />
      </header>
      <ol className="quarter-features">
        {quarter.features.map((feature) => (
          <li key={feature.title}>
            <h3>{feature.title}</h3>
            <p className="quarter-badges">
              <StatusBadge status={feature.status} label={statusLabels[feature.status]} />
              <PriorityBadge priority={feature.priority} label={priorityLabels[feature.priority]} />
            </p>
            <p className="quarter-feature-text">{feature.description}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
