import type { PricingContent } from '../../../content/pages/pricing.ts';
import { HeroWords } from '../../ui/hero-words.tsx';

/** A morning sky without its horizon: that is where the three plans begin (plans.tsx). */
export function PricingHero({ hero }: { hero: PricingContent['hero'] }) {
  return (
    <div className="pricing-hero on-sky">
      <div className="wrap pricing-hero-words">
        <HeroWords words={hero} />
      </div>
    </div>
  );
}
