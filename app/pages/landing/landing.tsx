import { Fragment } from 'react';
import { landing } from '../../../content/pages/landing.ts';
import { bottomFormId } from '../../../content/paths.ts';
import { plannerWords } from '../../../content/prayer-day.ts';
import { founderOffer } from '../../../content/prices.ts';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';
import { StarSky } from '../../drawings/patterns.tsx';
import { Island } from '../../islands/island.tsx';
import type { Page } from '../../routes.ts';
import { Triptych } from '../../sketches/sketches.tsx';
import { Counter, Headline, SectionHead } from '../../ui/text.tsx';

const { hero, stats, features, counted, advanced, cta, faq } = landing;

function Figure({ counter }: { counter: (typeof hero.counters)[number] }) {
  if (typeof counter.value === 'string') return counter.value;
  return <Counter target={counter.value} suffix={counter.suffix} />;
}

/** What joining brings, with a link to its conditions. */
function Offer() {
  return (
    <>
      {`${founderOffer} (`}
      <a className="link" href={hero.conditions.href}>
        {hero.conditions.label}
      </a>
      {').'}
    </>
  );
}

/** The sky with the words and the arc; under its horizon, on the paper, the figures. */
function LandingHero() {
  return (
    <div className="hero">
      <div className="dawn-sky sky on-sky">
        <StarSky isFree={({ x, y }) => (x < 0.1 || x > 0.9) && y > 0.12} />
        <div className="wrap stack hero-words">
          <p className="badge">{hero.badge}</p>
          <h1>
            <Headline words={hero.title} />
          </h1>
          <p className="lede">{hero.lede}</p>
          <Island name="prefill-form" props={{ id: 'hero-email' }} />
          {/* A line each, so that no word moves to another line when the font loads. */}
          <p className="hero-promise">
            <span className="own-line">
              <Offer />
            </span>{' '}
            <span className="own-line">{hero.next}</span>
          </p>
        </div>
        <div className="hero-arc">
          <Island name="hero-arc" props={{}} />
        </div>
      </div>
      <dl className="row hero-counts">
        {hero.counters.map((counter) => (
          <div key={counter.label}>
            <dt>{counter.label}</dt>
            <dd>
              <Figure counter={counter} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A title in which no line ends at the hyphen of a word. */
function WholeWords({ title }: { title: string }) {
  const words = title.split(' ');
  return words.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ' '}
      {word.includes('-') ? <span className="whole-word">{word}</span> : word}
    </Fragment>
  ));
}

function Features() {
  return (
    <section className="section wrap" aria-labelledby="features">
      <SectionHead id="features" words={features} />
      <ol className="ruled timetable">
        {features.items.map((item) => (
          <li key={item.title}>
            <FeatureIcon name={item.icon} />
            <div>
              <h3>
                <WholeWords title={item.title} />
              </h3>
              <p className="muted">{item.text}</p>
            </div>
            <p className="timetable-moment">
              {item.example.at}. {item.example.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The small print of the figures above it, once the owner has said how they were counted. */
function Counted() {
  if (counted.length === 0) return null;
  return (
    <ul className="wrap small muted counted">
      {counted.map((figure) => (
        <li key={figure}>{figure}</li>
      ))}
    </ul>
  );
}

function Advanced() {
  return (
    <section className="section wrap" aria-labelledby="advanced">
      <p className="eyebrow">{advanced.eyebrow}</p>
      <h2 id="advanced">{advanced.title}</h2>
      <div className="stack groups">
        {advanced.groups.map((group) => (
          <section key={group.title} className="group" aria-label={group.title}>
            <FeatureIcon name={group.icon} />
            <h3>{group.title}</h3>
            <p className="muted">{group.intro}</p>
            <ul className="stack">
              {group.cards.map((card) => (
                <li key={card.title} className="group-card">
                  <div className="row group-facts">
                    <p className="tag">{card.tag}</p>
                    <p className="plan-note">{card.plan}</p>
                  </div>
                  <h4>{card.title}</h4>
                  <p className="muted small">{card.text}</p>
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
function CallToAction() {
  return (
    <section id={bottomFormId} className="wrap section" aria-labelledby="join-title">
      <div className="columns panel on-sky">
        <div className="stack panel-words">
          <h2 id="join-title">{cta.title}</h2>
          <p className="lede">
            <Offer />
          </p>
          <p className="lede">{hero.next}</p>
        </div>
        <Island name="bottom-form" props={{}} />
      </div>
    </section>
  );
}

export const page: Page = {
  meta: landing.meta,
  questions: faq,
  hero: <LandingHero />,
  sections: (
    <>
      <section className="planner wrap" aria-label={plannerWords.label}>
        <div className="planner-own">
          <Island name="planner" props={{}} />
        </div>
        <noscript>{plannerWords.withoutScript}</noscript>
      </section>
      <Triptych />
      <Features />
      <Island name="marquee" props={{ stats }} />
      <Counted />
      <Advanced />
      <CallToAction />
    </>
  ),
};
