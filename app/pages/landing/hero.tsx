import type { LandingContent } from '../../../content/pages/landing.ts';
import { withTimes } from '../../drawings/day-arc-names.ts';
import { DayArcSlim } from '../../drawings/day-arc-slim.tsx';
import { DayArcWide } from '../../drawings/day-arc-wide.tsx';
import { equinoxDay } from '../../drawings/day-path.ts';
import { StarSky } from '../../drawings/patterns.tsx';
import { Counter, Headline } from '../../ui/text.tsx';
import { JoinForm } from '../../waitlist/join-form.tsx';

function Figure({ counter }: { counter: LandingContent['hero']['counters'][number] }) {
  if (typeof counter.value === 'string') return counter.value;
  return <Counter target={counter.value} suffix={counter.suffix} />;
}

/** The day at dawn: what the product is, the field to join with, and the sun's path with the five prayers on it. */
export function LandingHero({ hero, day }: { hero: LandingContent['hero']; day: LandingContent['day'] }) {
  return (
    <div className="hero dawn-sky sky on-sky">
      <StarSky />
      <div className="wrap hero-words">
        <p className="badge">{hero.badge}</p>
        <h1>
          <Headline words={hero.title} />
        </h1>
        <p className="lede">{hero.lede}</p>
        <JoinForm id="hero-email" words={hero.form} />
        {/* A line each, so that no word moves to another line when the font loads. */}
        <p className="hero-promise">
          <span>{hero.promise[0]}</span> <span>{hero.promise[1]}</span>
        </p>
        <dl className="hero-counts">
          {hero.counters.map((counter) => (
            <div key={counter.label}>
              <dt>{counter.label}</dt>
              <dd>
                <Figure counter={counter} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="hero-arc">
        <DayArcWide names={withTimes(day.moments, equinoxDay)} events={day.events} label={day.label} />
        <DayArcSlim names={day.moments} event={day.events[0]} label={day.label} />
      </div>
    </div>
  );
}
