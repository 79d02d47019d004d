import { landing } from '../../content/pages/landing.ts';
import { Island } from '../island.tsx';
import { Advanced } from '../sections/landing/advanced.tsx';
import { CallToAction } from '../sections/landing/call-to-action.tsx';
import { Features } from '../sections/landing/features.tsx';
import { Hero } from '../sections/landing/hero.tsx';
import { Marquee } from '../sections/landing/marquee.tsx';
import { Questions } from '../sections/questions.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

export const meta = landing.meta;

export function Page() {
  return (
    <PageShell path="/" opening={<Hero hero={landing.hero} day={landing.day} />}>
      <Features features={landing.features} />
      <Island name="marquee" component={Marquee} props={{ stats: landing.stats }} />
      <Advanced advanced={landing.advanced} />
      <CallToAction cta={landing.cta} />
      <Questions title={landing.faq.title} items={landing.faq.items} />
    </PageShell>
  );
}
