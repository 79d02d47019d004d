import { type LandingContent, landing } from '../../../content/pages/landing.ts';
import { plannerWords } from '../../../content/prayer-day.ts';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';
import { KhatamPattern } from '../../drawings/patterns.tsx';
import { Island } from '../../island.tsx';
import { Planner } from '../../prayer-day/planner.tsx';
import type { ScreenPage } from '../../routes.ts';
import { Questions } from '../../ui/accordion.tsx';
import { LandingHero } from './hero.tsx';

/** The planned features as the timetable of one day: each row one moment of it. */
function Features({ features }: { features: LandingContent['features'] }) {
  return (
    <section className="section wrap" aria-labelledby="features">
      <div className="section-head">
        <div>
          <p className="eyebrow">{features.eyebrow}</p>
          <h2 id="features">{features.title}</h2>
        </div>
        <p className="lede">{features.lede}</p>
      </div>
      <ol className="timetable">
        {features.items.map((item) => (
          <li key={item.title}>
            <FeatureIcon name={item.icon} />
            <div>
              <h3>{item.title}</h3>
              <p className="timetable-text">{item.text}</p>
            </div>
            <p className="timetable-moment">
              {item.moment.at}. {item.moment.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Three groups of later features; every card says that they come later. */
function Advanced({ advanced }: { advanced: LandingContent['advanced'] }) {
  return (
    <section className="section wrap" aria-labelledby="advanced">
      <p className="eyebrow">{advanced.eyebrow}</p>
      <h2 id="advanced">{advanced.title}</h2>
      <div className="groups">
        {advanced.groups.map((group) => (
          <section key={group.title} className="group" aria-label={group.title}>
            <FeatureIcon name={group.icon} />
            <h3>{group.title}</h3>
            <p className="group-intro">{group.intro}</p>
            <ul>
              {group.cards.map((card) => (
                <li key={card.title} className="card group-card">
                  <p className="tag">{card.tag}</p>
                  <h4>{card.title}</h4>
                  <p className="group-card-text">{card.text}</p>
                  <p className="plan-note">{card.plan}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

/** The form at the foot of the page. Every Join Waitlist button leads here while there is no script. */
function CallToAction({ cta }: { cta: LandingContent['cta'] }) {
  return (
    <section id="join" className="wrap section" aria-labelledby="join-title">
      <div className="panel on-sky">
        <KhatamPattern />
        <h2 id="join-title">{cta.title}</h2>
        <p className="lede">{cta.lede}</p>
        <Island name="cta-form" props={{}} />
      </div>
    </section>
  );
}

export const page: ScreenPage = {
  path: '/',
  meta: landing.meta,
  questions: landing.faq.items,
  hero: <LandingHero hero={landing.hero} />,
  sections: (
    <>
      <section className="planner below-arc wrap" aria-label={plannerWords.label}>
        <div className="planner-own">
          <Planner />
        </div>
        <noscript>{plannerWords.withoutScript}</noscript>
      </section>
      <Features features={landing.features} />
      <Island name="marquee" props={{ stats: landing.stats }} />
      <Advanced advanced={landing.advanced} />
      <CallToAction cta={landing.cta} />
      <Questions title={landing.faq.title} items={landing.faq.items} />
    </>
  ),
};
