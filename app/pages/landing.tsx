import { landing } from '../../content/pages/landing.ts';
import { Island } from '../island.tsx';
import type { ScreenPage } from '../routes.ts';
import { Advanced } from '../sections/landing/advanced.tsx';
import { CallToAction } from '../sections/landing/call-to-action.tsx';
import { Features } from '../sections/landing/features.tsx';
import { LandingHero } from '../sections/landing/hero.tsx';
import { Marquee } from '../sections/landing/marquee.tsx';
import { OwnDay } from '../sections/landing/own-day.tsx';
import { TryDay } from '../sections/landing/try-day.tsx';
import { Questions } from '../sections/questions.tsx';

export const page: ScreenPage = {
  path: '/',
  meta: landing.meta,
  hero: <LandingHero hero={landing.hero} day={landing.day} />,
  sections: (
    <>
      <OwnDay ownDay={landing.ownDay} />
      <TryDay words={landing.ownDay.trying} />
      <Features features={landing.features} />
      <Island name="marquee" component={Marquee} props={{ stats: landing.stats }} />
      <Advanced advanced={landing.advanced} />
      <CallToAction cta={landing.cta} />
      <Questions title={landing.faq.title} items={landing.faq.items} />
    </>
  ),
};
