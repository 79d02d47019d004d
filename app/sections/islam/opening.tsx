import type { IslamContent } from '../../../content/pages/islam.ts';
import { Mihrab } from '../../drawings/mihrab.tsx';
import { Headline } from '../../ui/headline.tsx';
import { JoinButton } from '../../ui/join-button.tsx';

interface IslamOpeningProps {
  hero: IslamContent['hero'];
}

/** The night before Fajr: words on the left, the arc of the day as a mihrab on the right, one horizon under both. */
export function IslamOpening({ hero }: IslamOpeningProps) {
  return (
    <div className="mihrab-opening on-sky">
      <div className="wrap mihrab-opening-columns">
        <div className="mihrab-opening-words">
          <p className="eyebrow">{hero.eyebrow}</p>
          <h1>
            <Headline words={hero.title} upright />
          </h1>
          <p className="lede">{hero.lede}</p>
          <div>
            <JoinButton look="on-sky" />
          </div>
        </div>
        <div className="mihrab-opening-place">
          <Mihrab />
        </div>
      </div>
    </div>
  );
}
