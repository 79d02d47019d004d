import type { PricingContent } from '../../../content/pages/pricing.ts';

interface OffersProps {
  offers: readonly PricingContent['student'][];
}

/** What else will lower the price, side by side between hairlines. */
export function Offers({ offers }: OffersProps) {
  return (
    <div className="wrap pt-(--section)">
      <div className="offers">
        {offers.map((offer) => (
          <section key={offer.title}>
            <h2>{offer.title}</h2>
            <p className="mt-4 max-w-[33em] text-muted">{offer.text}</p>
          </section>
        ))}
      </div>
    </div>
  );
}
