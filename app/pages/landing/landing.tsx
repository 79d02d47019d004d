import { landing } from '../../../content/pages/landing.ts';
import { Island } from '../../island.tsx';
import type { ScreenPage } from '../../routes.ts';
import { Questions } from '../../ui/questions.tsx';
import { Advanced } from './advanced.tsx';
import { CallToAction } from './call-to-action.tsx';
import { Features } from './features.tsx';
import { LandingHero } from './hero.tsx';
import { OwnDay } from './own-day.tsx';
import { TryDay } from './try-day.tsx';

export const page: ScreenPage = {
  path: '/',
  meta: landing.meta,
  hero: <LandingHero hero={landing.hero} day={landing.day} />,
  sections: (
    <>
      <OwnDay ownDay={landing.ownDay} />
      <TryDay words={landing.ownDay.trying} />
      <Features features={landing.features} />
      <Island name="marquee" props={{ stats: landing.stats }} />
      <Advanced advanced={landing.advanced} />
      <CallToAction cta={landing.cta} />
      <Questions title={landing.faq.title} items={landing.faq.items} />
    </>
  ),
};
