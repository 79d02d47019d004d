import type { HealthContent } from '../../../content/pages/health.ts';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';
import { MoonPhase } from '../../drawings/moon-phase.tsx';
import { StarSky } from '../../drawings/star-sky.tsx';
import { Reference } from './reference.tsx';

interface PlacesProps {
  cards: HealthContent['cards'];
}

function Sky() {
  return (
    <div className="place-sky">
      <StarSky />
      <MoonPhase phase="crescent" />
    </div>
  );
}

/** Five planned features: the night, which comes first, under its own sky, and the day's four in quarters beside it. */
export function Places({ cards }: PlacesProps) {
  return (
    <section className="section wrap" aria-labelledby="places">
      <h2 id="places">{cards.title}</h2>
      <p className="lede">{cards.lede}</p>
      <ul className="places">
        {cards.items.map((item, index) => (
          <li key={item.title} className="place">
            {index === 0 ? <Sky /> : <FeatureIcon name={item.icon} />}
            <h3>{item.title}</h3>
            <p className="place-text">
              {item.text} <span className="plan-note">{item.plan}.</span>
            </p>
            <ul className="place-references">
              {item.references.map((id) => (
                <li key={id}>
                  <Reference id={id} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
