import { type PricingContent, pricing } from '../../../content/pages/pricing.ts';
import { KhatamStar } from '../../drawings/patterns.tsx';
import { SunHeight } from '../../drawings/sun-height.tsx';
import type { ScreenPage } from '../../routes.ts';
import { Questions } from '../../ui/accordion.tsx';
import { JoinButton } from '../../ui/join-button.tsx';
import { HeroWords } from '../../ui/text.tsx';

/** A morning sky without its horizon: that is where the three plans begin (plans.tsx). */
function PricingHero({ hero }: { hero: PricingContent['hero'] }) {
  return (
    <div className="pricing-hero sky on-sky">
      <div className="wrap pricing-hero-words">
        <HeroWords words={hero} />
      </div>
    </div>
  );
}

interface PlansProps {
  plans: PricingContent['plans'];
  popularLabel: PricingContent['popularLabel'];
  label: string;
}

function Plan({ plan, popularLabel }: { plan: PricingContent['plans'][number]; popularLabel: string }) {
  return (
    <li className={plan.popular ? 'plan plan-popular' : 'plan'}>
      <div className="plan-sun">
        <SunHeight height={plan.sun} />
      </div>
      <div className="card plan-card">
        <div className="plan-name">
          <h2>{plan.name}</h2>
          {plan.popular && <p className="tag">{popularLabel}</p>}
        </div>
        <p className="plan-description">{plan.description}</p>
        <p className="plan-price">
          <span>{plan.price}</span> {plan.period}
        </p>
        <ul className="plan-features">
          {plan.features.map((feature) => (
            <li key={feature}>
              <KhatamStar />
              {feature}
            </li>
          ))}
        </ul>
        <JoinButton look={plan.popular ? 'primary' : 'quiet'}>{plan.button}</JoinButton>
      </div>
    </li>
  );
}

/** Three plans, each on the horizon of its own sun: the more a plan will hold, the higher the sun stands. */
function Plans({ plans, popularLabel, label }: PlansProps) {
  return (
    <section className="plans" aria-label={label}>
      <ul className="wrap plans-row">
        {plans.map((plan) => (
          <Plan key={plan.name} plan={plan} popularLabel={popularLabel} />
        ))}
      </ul>
    </section>
  );
}

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
function EarlyBelievers({ banner }: { banner: PricingContent['banner'] }) {
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

/** What else will lower the price, side by side between hairlines. */
function Offers({ offers }: { offers: readonly PricingContent['student'][] }) {
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

export const page: ScreenPage = {
  path: '/pricing',
  meta: pricing.meta,
  questions: pricing.faq.items,
  hero: <PricingHero hero={pricing.hero} />,
  sections: (
    <>
      <Plans plans={pricing.plans} popularLabel={pricing.popularLabel} label={pricing.plansLabel} />
      <EarlyBelievers banner={pricing.banner} />
      <Offers offers={[pricing.student, pricing.founder]} />
      <Questions title={pricing.faq.title} items={pricing.faq.items} />
    </>
  ),
};
