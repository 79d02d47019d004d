import type { LandingContent } from '../../../content/pages/landing.ts';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';

interface AdvancedProps {
  advanced: LandingContent['advanced'];
}

/** Three groups of later features; every card says that they come later. */
export function Advanced({ advanced }: AdvancedProps) {
  return (
    <section className="section wrap" aria-labelledby="advanced">
      <p className="eyebrow">{advanced.eyebrow}</p>
      <h2 id="advanced">{advanced.title}</h2>
      <div className="groups">
        {advanced.groups.map((group) => (
          <section key={group.title} className="group" aria-label={group.title}>
            <FeatureIcon name={group.icon} />
            <h3>{group.title}</h3>
            <p className="group-intro">{group.intro}</p>
            <ul>
              {group.cards.map((card) => (
                <li key={card.title} className="card group-card">
                  <p className="tag">{card.tag}</p>
                  <h4>{card.title}</h4>
                  <p className="group-card-text">{card.text}</p>
                  <p className="plan-note">{card.plan}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
