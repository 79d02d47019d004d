import type { PricingContent } from '../../../content/pages/pricing.ts';
import { Headline } from '../../ui/headline.tsx';

/** A morning sky without its horizon: that is where the three plans begin (plans.tsx). */
export function PricingOpening({ hero }: { hero: PricingContent['hero'] }) {
  return (
    <div className="pricing-hero on-sky">
      <div className="wrap pricing-hero-words">
        <p className="eyebrow">{hero.eyebrow}</p>
        <h1>
          <Headline words={hero.title} />
        </h1>
        <p className="lede">{hero.lede}</p>
      </div>
    </div>
  );
}
