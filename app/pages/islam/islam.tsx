import { type IslamContent, islam } from '../../../content/pages/islam.ts';
import { FeatureIcon } from '../../drawings/feature-icon.tsx';
import { Mihrab } from '../../drawings/mihrab.tsx';
import { KhatamPattern, KhatamStar } from '../../drawings/patterns.tsx';
import type { ScreenPage } from '../../routes.ts';
import { Fold } from '../../ui/accordion.tsx';
import { JoinButton } from '../../ui/join-button.tsx';
import { CitedTexts, Scripture } from '../../ui/scripture.tsx';
import { BlessedWords, HeroWords } from '../../ui/text.tsx';

/** The night before Fajr: words on the left, the arc of the day as a mihrab on the right, one horizon under both. */
function IslamHero({ hero }: { hero: IslamContent['hero'] }) {
  return (
    <div className="islam-hero sky on-sky">
      <div className="wrap islam-hero-columns">
        <div className="islam-hero-words">
          <HeroWords words={hero} upright />
          <div>
            <JoinButton look="on-sky" />
          </div>
        </div>
        <div className="islam-hero-place">
          <Mihrab />
        </div>
      </div>
    </div>
  );
}

/** Six planned features, each with the verses and hadith it leans on. */
function FeatureCards({ cards }: { cards: IslamContent['cards'] }) {
  return (
    <section className="section wrap" aria-labelledby="feature-cards">
      <div className="section-head islam-cards-head">
        <h2 id="feature-cards">{cards.title}</h2>
        <p className="lede">{cards.lede}</p>
      </div>
      <ul className="islam-cards">
        {cards.items.map((item) => (
          <li key={item.title} className="islam-card">
            <FeatureIcon name={item.icon} />
            <h3>{item.title}</h3>
            <p className="islam-card-text">
              {item.text} <span className="plan-note">{item.plan}.</span>
            </p>
            <CitedTexts references={item.references} more={cards.more} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How the prayer times on the landing page are worked out, and how far they can be trusted. */
function HowWeKnow({ words }: { words: IslamContent['howWeKnow'] }) {
  return (
    <section className="section wrap" aria-labelledby="prayer-times">
      <div className="section-head">
        <div>
          <p className="eyebrow">{words.eyebrow}</p>
          <h2 id="prayer-times">{words.title}</h2>
        </div>
        <p className="lede">{words.lede}</p>
      </div>
      <Fold summary={words.fold}>
        <HowParts words={words} />
      </Fold>
    </section>
  );
}

function HowParts({ words }: { words: IslamContent['howWeKnow'] }) {
  return (
    <div className="how-parts">
      {words.parts.map((part) => (
        <div key={part.title} className="how-part">
          <h3>{part.title}</h3>
          <div>
            {part.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      ))}
      <div className="how-part">
        <h3>{words.sources.title}</h3>
        <div>
          <ul>
            {words.sources.items.map((source) => (
              <li key={source.href}>
                <a className="link" href={source.href} target="_blank" rel="noopener noreferrer">
                  {source.name}
                </a>
                : {source.what}
              </li>
            ))}
          </ul>
          <p>{words.note}</p>
        </div>
      </div>
    </div>
  );
}

interface VerseBandProps {
  /** The id of a verse in content/scripture/. */
  verse: string;
}

/** One verse, from edge to edge of the page. */
function VerseBand({ verse }: VerseBandProps) {
  return (
    <div className="verse-band on-sky">
      <KhatamPattern />
      <div className="wrap">
        <Scripture id={verse} />
      </div>
    </div>
  );
}

/** What barakah is, and the line between what an app can do about it and what it cannot. */
function Barakah({ barakah }: { barakah: IslamContent['barakah'] }) {
  return (
    <section className="section wrap" aria-labelledby="barakah">
      <div className="section-head barakah-head">
        <div>
          <p className="eyebrow">{barakah.eyebrow}</p>
          <h2 id="barakah">{barakah.title}</h2>
          <div className="prose">
            {barakah.paragraphs.map((paragraph) => (
              <p key={paragraph}>
                <BlessedWords text={paragraph} />
              </p>
            ))}
          </div>
        </div>
        <div className="barakah-quote">
          <Scripture id={barakah.quote} />
        </div>
      </div>
      <div className="barakah-lists">
        <div>
          <h3>{barakah.can.title}</h3>
          <ul>
            {barakah.can.items.map((item) => (
              <li key={item}>
                <KhatamStar />
                {item}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{barakah.cannot.title}</h3>
          <ul>
            {barakah.cannot.items.map((item) => (
              <li key={item}>
                <span className="barakah-dash" aria-hidden="true" />
                {item}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Fold summary={barakah.more}>
        <ul className="barakah-references">
          {barakah.references.map((id) => (
            <li key={id}>
              <Scripture id={id} />
            </li>
          ))}
        </ul>
      </Fold>
      <div className="barakah-note">
        <p>{barakah.note}</p>
        <JoinButton />
      </div>
    </section>
  );
}

export const page: ScreenPage = {
  path: '/islam',
  meta: islam.meta,
  hero: <IslamHero hero={islam.hero} />,
  sections: (
    <>
      <FeatureCards cards={islam.cards} />
      <VerseBand verse={islam.barakah.verse} />
      <Barakah barakah={islam.barakah} />
      <HowWeKnow words={islam.howWeKnow} />
    </>
  ),
};
