import type { HealthContent } from '../../../content/pages/health.ts';
import { DayRing } from '../../drawings/day-ring.tsx';
import { StarSky } from '../../drawings/star-sky.tsx';
import { BlessedWords } from '../../ui/blessed-words.tsx';
import { Headline } from '../../ui/headline.tsx';
import { JoinButton } from '../../ui/join-button.tsx';
import { Reference } from './reference.tsx';

interface HealthOpeningProps {
  hero: HealthContent['hero'];
  ring: HealthContent['ring'];
  noteTitle: string;
}

/** A day and its night as one ring, and what the page holds the body to be. */
export function HealthOpening({ hero, ring, noteTitle }: HealthOpeningProps) {
  return (
    <div className="ring-opening on-sky">
      <StarSky />
      <div className="wrap ring-opening-columns">
        <div className="ring-opening-words">
          <p className="eyebrow">{hero.eyebrow}</p>
          <h1>
            <Headline words={hero.title} upright />
          </h1>
          <p className="lede">
            <BlessedWords text={hero.lede} />
          </p>
          <Reference id={hero.reference} />
          <p className="ring-opening-links">
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
