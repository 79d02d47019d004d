import type { LandingContent } from '../../../content/pages/landing.ts';
import { StarSky } from '../../drawings/patterns.tsx';
import { HeroArc } from '../../prayer-day/hero-arc.tsx';
import { Counter, Headline } from '../../ui/text.tsx';
import { JoinForm } from '../../waitlist/join-forms.tsx';

function Figure({ counter }: { counter: LandingContent['hero']['counters'][number] }) {
  if (typeof counter.value === 'string') return counter.value;
  return <Counter target={counter.value} suffix={counter.suffix} />;
}

/** The day at dawn: what the product is, the field to join with, and the sun's path with the five prayers on it. */
export function LandingHero({ hero }: { hero: LandingContent['hero'] }) {
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
        <HeroArc />
      </div>
    </div>
  );
}
