import type { PricingContent } from '../../../content/pages/pricing.ts';
import { KhatamStar } from '../../drawings/khatam.tsx';
import { SunHeight } from '../../drawings/sun-height.tsx';
import { JoinButton } from '../../ui/join-button.tsx';

interface PlansProps {
  plans: PricingContent['plans'];
  popularLabel: PricingContent['popularLabel'];
  label: string;
}

interface PlanProps {
  plan: PricingContent['plans'][number];
  popularLabel: string;
}

function Plan({ plan, popularLabel }: PlanProps) {
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
export function Plans({ plans, popularLabel, label }: PlansProps) {
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
