import type { PricingContent } from '../../../content/pages/pricing.ts';
import { JoinButton } from '../../ui/join-button.tsx';

/** Half a sun for half the price, on the lower edge of the band. */
function HalfSun() {
  return (
    <svg className="half-sun" viewBox="0 0 400 200" fill="none" aria-hidden="true">
      <circle cx="200" cy="200" r="92" fill="var(--gold-fill)" />
      <g stroke="var(--gold-fill)" strokeWidth="1.5">
        <circle cx="200" cy="200" r="118" opacity="0.6" />
        <circle cx="200" cy="200" r="150" opacity="0.38" />
        <circle cx="200" cy="200" r="188" opacity="0.2" />
      </g>
    </svg>
  );
}

/** The offer to those who come early, across the whole width. */
export function EarlyBelievers({ banner }: { banner: PricingContent['banner'] }) {
  return (
    <section className="early-band on-sky" aria-labelledby="early-believers">
      <div className="wrap early-row">
        <div className="early-words">
          <h2 id="early-believers">{banner.title}</h2>
          <p className="lede">{banner.text}</p>
          <div className="actions">
            <JoinButton look="on-sky">{banner.button}</JoinButton>
          </div>
        </div>
        <HalfSun />
      </div>
    </section>
  );
}
