import type { IslamContent } from '../../../content/pages/islam.ts';
import { Mihrab } from '../../drawings/mihrab.tsx';
import { HeroWords } from '../../ui/hero-words.tsx';
import { JoinButton } from '../../ui/join-button.tsx';

interface IslamHeroProps {
  hero: IslamContent['hero'];
}

/** The night before Fajr: words on the left, the arc of the day as a mihrab on the right, one horizon under both. */
export function IslamHero({ hero }: IslamHeroProps) {
  return (
    <div className="islam-hero on-sky">
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
