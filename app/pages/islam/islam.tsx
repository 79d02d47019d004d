import type { CitedCard } from '../../../content/page-parts.ts';
import { islam } from '../../../content/pages/islam.ts';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';
import { Mihrab } from '../../drawings/mihrab.tsx';
import { KhatamPattern, KhatamStar } from '../../drawings/patterns.tsx';
import type { Page } from '../../routes.ts';
import { Night } from '../../sketches/night.tsx';
import { Sketch } from '../../sketches/sketches.tsx';
import { Fold } from '../../ui/accordion.tsx';
import { JoinButton, OutsideLink } from '../../ui/buttons.tsx';
import { CitedTexts, Scripture } from '../../ui/scripture.tsx';
import { BlessedText, HeroWords, SectionHead } from '../../ui/text.tsx';

const { hero, cards, barakah, howWeKnow } = islam;

function IslamHero() {
  return (
    <div className="islam-hero sky on-sky">
      <div className="wrap columns islam-hero-columns">
        <div className="stack">
          <HeroWords words={hero} upright />
          <div>
            <JoinButton variant="on-sky" />
          </div>
        </div>
        <div className="islam-hero-place">
          <Mihrab />
        </div>
      </div>
    </div>
  );
}

function CardWords({ item }: { item: CitedCard }) {
  return (
    <>
      <FeatureIcon name={item.icon} />
      <h3 className="serif">{item.title}</h3>
      <p className="muted islam-card-text">{item.text}</p>
      <CitedTexts references={item.references} more={cards.more} />
    </>
  );
}

function FeatureCards() {
  return (
    <section className="section wrap" aria-labelledby="feature-cards">
      <div className="section-head islam-cards-head">
        <h2 id="feature-cards">{cards.title}</h2>
        <p className="lede">{cards.lede}</p>
      </div>
      <ul className="stack islam-cards">
        {cards.items.map((item) =>
          item.sketch ? (
            <li key={item.title} className="columns card islam-card with-sketch">
              <div>
                <CardWords item={item} />
              </div>
              <Sketch screen={item.sketch}>
                <Night />
              </Sketch>
            </li>
          ) : (
            <li key={item.title} className="islam-card">
              <CardWords item={item} />
            </li>
          ),
        )}
      </ul>
      <p className="muted islam-plans">
        <a className="link" href={cards.plans.href}>
          {cards.plans.label}
        </a>{' '}
        {cards.plans.text}
      </p>
    </section>
  );
}

function HowWeKnow() {
  return (
    <section className="section wrap" aria-labelledby="prayer-times">
      <SectionHead id="prayer-times" words={howWeKnow} />
      <Fold summary={howWeKnow.fold}>
        <HowParts />
      </Fold>
    </section>
  );
}

function HowParts() {
  const { parts, sources, note } = howWeKnow;
  return (
    <div className="ruled how-parts">
      {parts.map((part) => (
        <div key={part.title} className="stack how-part">
          <h3>{part.title}</h3>
          <div className="stack">
            {part.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      ))}
      <div className="stack how-part">
        <h3>{sources.title}</h3>
        <div className="stack">
          <ul className="stack">
            {sources.items.map((source) => (
              <li key={source.href}>
                <OutsideLink href={source.href}>{source.name}</OutsideLink>: {source.what}
              </li>
            ))}
          </ul>
          <p>{note}</p>
        </div>
      </div>
    </div>
  );
}

function VerseBand() {
  return (
    <div className="night sky verse-band on-sky">
      <KhatamPattern />
      <div className="wrap">
        <Scripture id={barakah.verse} />
      </div>
    </div>
  );
}

function Barakah() {
  const { can, cannot } = barakah;
  return (
    <section className="section wrap" aria-labelledby="barakah">
      <div className="section-head barakah-head">
        <div>
          <p className="eyebrow">{barakah.eyebrow}</p>
          <h2 id="barakah">{barakah.title}</h2>
          <div className="prose">
            {barakah.paragraphs.map((paragraph) => (
              <BlessedText key={paragraph} text={paragraph} />
            ))}
          </div>
        </div>
        <div className="barakah-quote">
          <Scripture id={barakah.quote} />
        </div>
      </div>
      <div className="columns barakah-lists">
        {[can, cannot].map((list) => (
          <div key={list.title}>
            <h3 className="serif">{list.title}</h3>
            <ul className="ruled">
              {list.items.map((item) => (
                <li key={item}>
                  {list === can ? <KhatamStar /> : <span className="barakah-dash" aria-hidden="true" />}
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <Fold summary={barakah.more}>
        <ul className="columns small barakah-references">
          {barakah.references.map((id) => (
            <li key={id}>
              <Scripture id={id} />
            </li>
          ))}
        </ul>
      </Fold>
      <div className="columns barakah-note">
        <p>{barakah.note}</p>
        <JoinButton />
      </div>
    </section>
  );
}

export const page: Page = {
  meta: islam.meta,
  hero: <IslamHero />,
  sections: (
    <>
      <FeatureCards />
      <VerseBand />
      <Barakah />
      <HowWeKnow />
    </>
  ),
};
