import type { AboutContent } from '../../../content/pages/about.ts';
import { Horizon } from '../../drawings/horizon.tsx';
import { StarSky } from '../../drawings/star-sky.tsx';
import { HeroWords } from '../../ui/hero-words.tsx';

/** The hour the product is named after: words in the dark above, the sun on the horizon below. */
export function AboutHero({ hero }: { hero: AboutContent['hero'] }) {
  return (
    <div className="about-hero on-sky">
      <StarSky />
      <div className="wrap about-hero-words">
        <HeroWords words={hero} upright />
      </div>
      <div className="about-horizon">
        <Horizon />
      </div>
    </div>
  );
}
