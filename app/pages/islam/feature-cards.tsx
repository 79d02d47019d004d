import type { IslamContent } from '../../../content/pages/islam.ts';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';
import { Scripture } from '../../ui/scripture.tsx';

interface ConvictionsProps {
  cards: IslamContent['cards'];
}

/** Six planned features, each with the verses and hadith it leans on. */
export function Convictions({ cards }: ConvictionsProps) {
  return (
    <section className="section wrap" aria-labelledby="convictions">
      <div className="section-head convictions-head">
        <h2 id="convictions">{cards.title}</h2>
        <p className="lede">{cards.lede}</p>
      </div>
      <ul className="convictions">
        {cards.items.map((item) => (
          <li key={item.title} className="conviction">
            <FeatureIcon name={item.icon} />
            <h3>{item.title}</h3>
            <p className="conviction-text">
              {item.text} <span className="plan-note">{item.plan}.</span>
            </p>
            <ul className="conviction-references">
              {item.references.map((id) => (
                <li key={id}>
                  <Scripture id={id} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
