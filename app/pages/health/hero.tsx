import type { HealthContent } from '../../../content/pages/health.ts';
import { DayRing } from '../../drawings/day-ring.tsx';
import { StarSky } from '../../drawings/star-sky.tsx';
import { HeroWords } from '../../ui/hero-words.tsx';
import { JoinButton } from '../../ui/join-button.tsx';
import { Reference } from './reference.tsx';

interface HealthHeroProps {
  hero: HealthContent['hero'];
  ring: HealthContent['ring'];
  noteTitle: string;
}

/** A day and its night as one ring, and what the page holds the body to be. */
export function HealthHero({ hero, ring, noteTitle }: HealthHeroProps) {
  return (
    <div className="health-hero on-sky">
      <StarSky />
      <div className="wrap health-hero-columns">
        <div className="health-hero-words">
          <HeroWords words={hero} upright />
          <Reference id={hero.reference} />
          <p className="health-hero-links">
            <a className="link" href="#not-medical-advice">
              {noteTitle}
            </a>
          </p>
          <div>
            <JoinButton look="on-sky" />
          </div>
        </div>
        <DayRing names={ring.names} label={ring.label} />
      </div>
    </div>
  );
}
