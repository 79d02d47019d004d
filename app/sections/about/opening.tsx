import type { AboutContent } from '../../../content/pages/about.ts';
import { Horizon } from '../../drawings/horizon.tsx';
import { StarSky } from '../../drawings/star-sky.tsx';
import { BlessedWords } from '../../ui/blessed-words.tsx';
import { Headline } from '../../ui/headline.tsx';

/** The hour the product is named after: words in the dark above, the sun on the horizon below. */
export function AboutOpening({ hero }: { hero: AboutContent['hero'] }) {
  return (
    <div className="about-hero on-sky">
      <StarSky />
      <div className="wrap about-hero-words">
        <p className="eyebrow">{hero.eyebrow}</p>
        <h1>
          <Headline words={hero.title} upright />
        </h1>
        <p className="lede">
          <BlessedWords text={hero.lede} />
        </p>
      </div>
      <div className="about-horizon">
        <Horizon />
      </div>
    </div>
  );
}
