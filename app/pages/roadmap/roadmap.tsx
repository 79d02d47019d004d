import {
  type RoadmapPriority,
  type RoadmapQuarter,
  type RoadmapStatus,
  roadmap,
} from '../../../content/pages/roadmap.ts';
import { MoonPhase } from '../../drawings/moon-phase.tsx';
import type { Page } from '../../routes.ts';
import { JoinButton } from '../../ui/buttons.tsx';
import { handles } from '../../ui/markup-handles.ts';
import { Headline } from '../../ui/text.tsx';

const { hero, tabsLabel, statusLabels, priorityLabels, quarters, beta, revision } = roadmap;

function RoadmapHero() {
  return (
    <div className="roadmap-hero sky on-sky">
      <div className="wrap columns sky-words">
        <div>
          <p className="eyebrow">{hero.eyebrow}</p>
          <h1>
            <Headline words={hero.title} upright />
          </h1>
        </div>
        <p className="lede">{hero.lede}</p>
      </div>
    </div>
  );
}

const light: Partial<Record<RoadmapStatus, string>> = {
  completed: 'M7 2.5a4.5 4.5 0 0 1 0 9a4.5 4.5 0 0 1 0-9Z',
  'in-progress': 'M7 2.5a4.5 4.5 0 0 1 0 9Z',
};

/** A status, shown by the word and by how much of a moon is lit, never by colour alone. */
function StatusBadge({ status }: { status: RoadmapStatus }) {
  return (
    <span className={`status status-${status}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
        <circle cx="7" cy="7" r="5.75" stroke="currentColor" strokeWidth="1.5" />
        {light[status] && <path d={light[status]} fill="currentColor" />}
      </svg>
      {statusLabels[status]}
    </span>
  );
}

const bars: Record<RoadmapPriority, number> = { low: 1, medium: 2, high: 3 };

function PriorityBadge({ priority }: { priority: RoadmapPriority }) {
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
      {priorityLabels[priority]}
    </span>
  );
}

function QuarterPanel({ quarter, isSelected }: { quarter: RoadmapQuarter; isSelected: boolean }) {
  return (
    <div
      id={quarter.id}
      role="tabpanel"
      aria-labelledby={`${quarter.id}-tab`}
      // A panel without controls is itself what Tab reaches after the tabs (WAI-ARIA tabs pattern).
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      {...handles({ state: isSelected ? 'active' : 'inactive' })}
      className="wrap columns quarter-panel"
    >
      <header className="stack beside quarter-head">
        <p className="eyebrow quarter-name">
          <MoonPhase phase={quarter.moon} id={`${quarter.id}-head-moon`} />
          {quarter.name}
        </p>
        <h2>{quarter.title}</h2>
        <p className="lede">{quarter.summary}</p>
      </header>
      <ol className="ruled quarter-features">
        {quarter.features.map((feature) => (
          <li key={feature.title}>
            <h3>{feature.title}</h3>
            <StatusBadge status={feature.status} /> <PriorityBadge priority={feature.priority} />
            <p className="muted quarter-feature-text">{feature.description}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/**
 * The quarters as tabs; tabs.ts makes them work. The tabs are links to their panels, so that every quarter can be
 * read and reached without a script.
 */
export function QuarterTabs() {
  return (
    <div {...handles({ quarters: '' })} className="quarters">
      <div className="quarter-sky sky on-sky">
        {/* The rising line that the moons stand on: a quarter of a sine, stretched to the width (heights: roadmap.css). */}
        <svg className="wrap moon-path" viewBox="0 0 96 24" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 24C32 11.43 64 0 96 0" fill="none" vectorEffect="non-scaling-stroke" />
        </svg>
        <div role="tablist" aria-label={tabsLabel} className="wrap quarter-tabs">
          {quarters.map((quarter, index) => (
            <a
              key={quarter.id}
              id={`${quarter.id}-tab`}
              href={`#${quarter.id}`}
              role="tab"
              aria-selected={index === 0}
              aria-controls={quarter.id}
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
        <QuarterPanel key={quarter.id} quarter={quarter} isSelected={index === 0} />
      ))}
    </div>
  );
}

function Revision() {
  return (
    <section className="revision" aria-labelledby="revision">
      <div className="wrap columns revision-words">
        <h2 id="revision">{revision.title}</h2>
        <div>
          <p className="lede">{revision.text}</p>
          <h3>{beta.title}</h3>
          <p className="lede">{beta.text}</p>
          <div className="row revision-ways">
            <JoinButton>{revision.button}</JoinButton>
            <a className="link tall" href={revision.feedback.href}>
              {revision.feedback.label}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}

export const page: Page = {
  meta: roadmap.meta,
  hero: <RoadmapHero />,
  sections: (
    <>
      <QuarterTabs />
      <Revision />
    </>
  ),
};
