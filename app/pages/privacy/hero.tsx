import type { PrivacyContent } from '../../../content/pages/privacy.ts';
import { StarSky } from '../../drawings/star-sky.tsx';
import { HeroWords } from '../../ui/hero-words.tsx';
import { PlainDate } from '../../ui/plain-date.tsx';

interface PrivacyHeroProps {
  hero: PrivacyContent['hero'];
  updated: PrivacyContent['updated'];
}

/** A quiet sky: what the policy covers, and since when. */
export function PrivacyHero({ hero, updated }: PrivacyHeroProps) {
  return (
    <div className="quiet-sky on-sky">
      <StarSky />
      <div className="wrap quiet-sky-words">
        <HeroWords words={hero} />
        <p className="last-updated">
          {updated.label} <PlainDate date={updated.date} />
        </p>
      </div>
    </div>
  );
}
