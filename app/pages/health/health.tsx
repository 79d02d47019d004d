import { nightPath } from '../../../content/night-path.ts';
import { health } from '../../../content/pages/health.ts';
import { DayRing } from '../../drawings/day-ring.tsx';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';
import { NightPath } from '../../drawings/night-path.tsx';
import { KhatamStar } from '../../drawings/patterns.tsx';
import type { Page } from '../../routes.ts';
import { JoinButton, OutsideLink } from '../../ui/buttons.tsx';
import { CitedTexts, Scripture } from '../../ui/scripture.tsx';
import { HeroWords, SectionHead } from '../../ui/text.tsx';

const { hero, ring, cards, science, tracking, note } = health;

function HealthHero() {
  return (
    <div className="health-hero sky on-sky">
      <div className="wrap columns health-hero-columns">
        <div className="stack">
          <HeroWords words={hero} upright />
          <div className="row health-hero-actions">
            <JoinButton variant="on-sky" />
            <a className="link small tall" href="#not-medical-advice">
              {note.title}
            </a>
          </div>
        </div>
        <DayRing words={ring.names} label={ring.label} />
        <div className="health-hero-text">
          <Scripture id={hero.reference} isBrief />
        </div>
      </div>
    </div>
  );
}

function FeatureCards() {
  return (
    <section className="section wrap" aria-labelledby="feature-cards">
      <h2 id="feature-cards">{cards.title}</h2>
      <p className="lede">{cards.lede}</p>
      <ul className="stack health-cards">
        {cards.items.map((item, index) => (
          <li key={item.title} className={index === 0 ? 'night health-card' : 'health-card'}>
            {index === 0 ? <NightPath label={nightPath.label} /> : <FeatureIcon name={item.icon} />}
            <h3 className="serif">{item.title}</h3>
            <p className="muted health-card-text">{item.text}</p>
            <p className="plan-note">{item.plan}</p>
            <CitedTexts references={item.references} more={cards.more} isBrief />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Science() {
  const { labels } = science;
  return (
    <section className="science" aria-labelledby="science">
      <div className="wrap section">
        <SectionHead id="science" words={science} />
        <div className="columns science-row science-heads" aria-hidden="true">
          <p>{labels.practice}</p>
          <p>{labels.sunnah}</p>
          <p>{labels.finding}</p>
        </div>
        <ul className="ruled science-rows">
          {science.rows.map((row) => (
            <li key={row.practice} className="columns science-row">
              <h3 className="serif">{row.practice}</h3>
              <div>
                <p className="visually-hidden">{labels.sunnah}</p>
                <CitedTexts references={row.sunnah} more={science.more} />
              </div>
              <div className="science-finding">
                <p className="science-label">{labels.finding}</p>
                <p>{row.finding}</p>
                <dl className="stack small">
                  <div>
                    <dt>{labels.strength}</dt>
                    <dd>{row.strength}</dd>
                  </div>
                  <div>
                    <dt>{labels.source}</dt>
                    <dd>
                      <OutsideLink href={row.source.url} isTall>
                        {row.source.label}
                      </OutsideLink>
                    </dd>
                  </div>
                </dl>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Tracking() {
  return (
    <section className="section wrap columns tracking" aria-labelledby="tracking">
      <div className="beside">
        <h2 id="tracking">{tracking.title}</h2>
        <p className="lede">{tracking.lede}</p>
        <JoinButton />
      </div>
      <ul className="stack ruled tracking-list">
        {tracking.items.map((item) => (
          <li key={item.title}>
            <KhatamStar />
            <div>
              <h3>{item.title}</h3>
              <p className="muted">{item.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotMedicalAdvice() {
  return (
    <aside
      id="not-medical-advice"
      className="wrap columns health-note"
      aria-labelledby="not-medical-advice-title"
    >
      <h2 id="not-medical-advice-title">{note.title}</h2>
      <div>
        <p>{note.text}</p>
        <p className="muted">
          {note.source.text} <OutsideLink href={note.source.url}>{note.source.label}</OutsideLink>.
        </p>
      </div>
    </aside>
  );
}

export const page: Page = {
  meta: health.meta,
  hero: <HealthHero />,
  sections: (
    <>
      <FeatureCards />
      <Science />
      <Tracking />
      <NotMedicalAdvice />
    </>
  ),
};
