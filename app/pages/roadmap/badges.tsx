import type { RoadmapPriority, RoadmapStatus } from '../../../content/pages/roadmap.ts';

interface StatusBadgeProps {
  status: RoadmapStatus;
  label: string;
}

/** The lit part of the small moon: all of it, half, or nothing yet. */
const light: Record<RoadmapStatus, string | undefined> = {
  completed: 'M7 2.5a4.5 4.5 0 0 1 0 9a4.5 4.5 0 0 1 0-9Z',
  'in-progress': 'M7 2.5a4.5 4.5 0 0 1 0 9Z',
  planned: undefined,
};

/** A status, shown by the word and by how much of a moon is lit, never by colour alone. */
export function StatusBadge({ status, label }: StatusBadgeProps) {
  return (
    <span className={`status status-${status}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
        <circle cx="7" cy="7" r="5.75" stroke="currentColor" strokeWidth="1.5" />
        {light[status] && <path d={light[status]} fill="currentColor" />}
      </svg>
      {label}
    </span>
  );
}

interface PriorityBadgeProps {
  priority: RoadmapPriority;
  label: string;
}

const bars: Record<RoadmapPriority, number> = { low: 1, medium: 2, high: 3 };

/** A priority, shown by the word and by one to three rising bars. */
export function PriorityBadge({ priority, label }: PriorityBadgeProps) {
  return (
    <span className="priority">
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 4 - 2}
            y={13 - bar * 4}
            width="2.5"
            height={bar * 4}
            rx="1"
            fill="currentColor"
            opacity={bar <= bars[priority] ? 1 : 0.28}
          />
        ))}
      </svg>
      {label}
    </span>
  );
}
