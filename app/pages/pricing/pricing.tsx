import { pricing } from '../../../content/pages/pricing.ts';
import type { ScreenPage } from '../../routes.ts';
import { Questions } from '../../ui/questions.tsx';
import { EarlyBelievers } from './early-believers.tsx';
import { PricingHero } from './hero.tsx';
import { Offers } from './offers.tsx';
import { Plans } from './plans.tsx';

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
