import { Fragment, useState } from 'react';
import { marqueeWords as words } from '../../../content/pages/landing/marquee.ts';
import type { landing } from '../../../content/pages/landing.ts';
import { handles } from '../../ui/markup-handles.ts';

interface MarqueeProps {
  stats: typeof landing.stats;
}

function Stats({ stats, isCopy }: MarqueeProps & { isCopy?: true }) {
  return (
    <ul aria-hidden={isCopy}>
      {stats.map((stat) => (
        <Fragment key={stat.label}>
          <li>
            <b>{stat.figure}</b> <span>{stat.label}</span>
          </li>
          <li aria-hidden="true" className="marquee-star" />
        </Fragment>
      ))}
    </ul>
  );
}

/** Moving figures. They stop under the pointer, by the button, and under reduced motion. */
export function Marquee({ stats }: MarqueeProps) {
  const [isPaused, setPaused] = useState(false);
  return (
    <section className="marquee" aria-label={words.label} data-paused={isPaused}>
      <div className="marquee-lane">
        <Stats stats={stats} />
        <Stats stats={stats} isCopy />
        <Stats stats={stats} isCopy />
      </div>
      <button
        type="button"
        className="marquee-button"
        {...handles({ scripted: '' })}
        aria-label={isPaused ? words.play : words.pause}
        onClick={() => setPaused(!isPaused)}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
          <path d={isPaused ? 'M6 4v12l10-6z' : 'M5 4h3.5v12H5zM11.5 4H15v12h-3.5z'} />
        </svg>
      </button>
    </section>
  );
}
