import { pricing } from '../../../content/pages/pricing.ts';
import { Khatam } from '../../drawings/khatam.tsx';
import { KhatamStar } from '../../drawings/patterns.tsx';
import { Picture } from '../../drawings/picture.tsx';
import { onCircle } from '../../drawings/shapes.ts';
import { SunHeight } from '../../drawings/sun-height.tsx';
import type { Page } from '../../routes.ts';
import { JoinButton } from '../../ui/buttons.tsx';
import { HeroWords } from '../../ui/text.tsx';

const { hero, plans, plansLabel, popularLabel, banner, student, founder, faq } = pricing;

function PricingHero() {
  return (
    <div className="pricing-hero sky on-sky">
      <div className="wrap columns sky-words">
        <HeroWords words={hero} />
      </div>
    </div>
  );
}

const middle = { x: 100, y: 100 };
/** Shares of a turn. */
const friends = [0, 1, 2, 3, 4, 5, 6, 7].map((friend) => friend / 8);

/** The circle of friends that the last plan will hold: one of them is you. */
function CircleOfFriends() {
  return (
    <Picture className="plan-circle" viewBox="0 0 200 200">
      <g stroke="currentColor">
        <circle cx="100" cy="100" r="80" strokeDasharray="0.5 6" strokeWidth="1.5" strokeLinecap="round" />
        <g fill="var(--card)">
          {friends.map((turn) => (
            <Khatam
              key={turn}
              at={onCircle(middle, 80, turn)}
              radius={14}
              fill={turn === 0 ? 'currentColor' : undefined}
            />
          ))}
        </g>
      </g>
    </Picture>
  );
}

/** Three plans, each on the horizon of its own sun: the more a plan will hold, the higher the sun stands. */
function Plans() {
  return (
    <section className="plans" aria-label={plansLabel}>
      <ul className="wrap stack plans-row">
        {plans.map((plan) => (
          <li key={plan.name} className={plan.popular ? 'plan plan-popular' : 'plan'}>
            <div className="plan-sun">
              <SunHeight height={plan.sun} />
            </div>
            <div className="card plan-card">
              <div className="row plan-name">
                <h2>{plan.name}</h2>
                {plan.popular && <p className="tag">{popularLabel}</p>}
              </div>
              <p className="row muted plan-price">
                <span>{plan.price}</span> {plan.period}
              </p>
              <JoinButton variant={plan.popular ? 'primary' : 'quiet'}>{plan.button}</JoinButton>
              <p className="muted small plan-lead">{plan.description}</p>
              <ul className="stack plan-features">
                {plan.features.map((feature) => (
                  <li key={feature}>
                    <KhatamStar />
                    {feature}
                  </li>
                ))}
              </ul>
              {plan === plans.at(-1) && <CircleOfFriends />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarlyBelievers() {
  return (
    <section className="early-band on-sky" aria-labelledby="early-believers">
      <div className="wrap stack early-row">
        <div className="stack early-words">
          <h2 id="early-believers">{banner.title}</h2>
          <p className="lede">{banner.text}</p>
          <p className="muted early-terms">{banner.terms}</p>
          <div className="actions">
            <JoinButton variant="on-sky">{banner.button}</JoinButton>
          </div>
        </div>
        <svg className="half-sun" viewBox="0 0 400 200" fill="none" aria-hidden="true">
          <defs>
            <radialGradient id="half-sun-glow">
              <stop offset="0.4" stopColor="var(--glow-2)" />
              <stop offset="0.7" stopColor="var(--glow-3)" />
              <stop offset="1" stopColor="var(--glow-4)" />
            </radialGradient>
          </defs>
          <circle cx="200" cy="200" r="230" fill="url(#half-sun-glow)" />
          <circle cx="200" cy="200" r="92" fill="var(--gold-fill)" />
          <g stroke="var(--gold-fill)" strokeWidth="1.5">
            <circle cx="200" cy="200" r="118" opacity="0.6" />
            <circle cx="200" cy="200" r="150" opacity="0.38" />
            <circle cx="200" cy="200" r="188" opacity="0.2" />
          </g>
        </svg>
      </div>
    </section>
  );
}

function Offers() {
  return (
    <div className="wrap columns offers">
      {[student, founder].map((offer) => (
        <section key={offer.title}>
          <h2>{offer.title}</h2>
          <p className="muted">{offer.text}</p>
        </section>
      ))}
    </div>
  );
}

export const page: Page = {
  meta: pricing.meta,
  questions: faq,
  hero: <PricingHero />,
  sections: (
    <>
      <Plans />
      <EarlyBelievers />
      <Offers />
    </>
  ),
};
