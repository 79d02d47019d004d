import type { LandingContent } from '../../../content/pages/landing.ts';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';

interface FeaturesProps {
  features: LandingContent['features'];
}

/** The planned features as the timetable of one day: each row one moment of it. */
export function Features({ features }: FeaturesProps) {
  return (
    <section className="section wrap" aria-labelledby="features">
      <div className="section-head">
        <div>
          <p className="eyebrow">{features.eyebrow}</p>
          <h2 id="features">{features.title}</h2>
        </div>
        <p className="lede">{features.lede}</p>
      </div>
      <ol className="timetable">
        {features.items.map((item) => (
          <li key={item.title}>
            <FeatureIcon name={item.icon} />
            <div>
              <h3>{item.title}</h3>
              <p className="timetable-text">{item.text}</p>
            </div>
            <p className="timetable-moment">
              {features.example} {item.moment.at}. {item.moment.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
