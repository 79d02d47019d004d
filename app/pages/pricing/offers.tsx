import type { PricingContent } from '../../../content/pages/pricing.ts';

interface OffersProps {
  offers: readonly PricingContent['student'][];
}

/** What else will lower the price, side by side between hairlines. */
export function Offers({ offers }: OffersProps) {
  return (
    <div className="wrap offers-place">
      <div className="offers">
        {offers.map((offer) => (
          <section key={offer.title}>
            <h2>{offer.title}</h2>
            <p>{offer.text}</p>
          </section>
        ))}
      </div>
    </div>
  );
}
