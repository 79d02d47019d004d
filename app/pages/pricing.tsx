import { pricing } from '../../content/pages/pricing.ts';
import type { ScreenPage } from '../routes.ts';
import { EarlyBelievers } from '../sections/pricing/early-believers.tsx';
import { PricingHero } from '../sections/pricing/hero.tsx';
import { Offers } from '../sections/pricing/offers.tsx';
import { Plans } from '../sections/pricing/plans.tsx';
import { Questions } from '../sections/questions.tsx';

export const page: ScreenPage = {
  path: '/pricing',
  meta: pricing.meta,
  style: 'pricing',
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
