import type { PrivacyContent } from '../../../content/pages/privacy.ts';
import { StarSky } from '../../drawings/star-sky.tsx';
import { Headline } from '../../ui/headline.tsx';
import { PlainDate } from '../../ui/plain-date.tsx';

interface PrivacyOpeningProps {
  hero: PrivacyContent['hero'];
  updated: PrivacyContent['updated'];
}

/** A quiet sky: what the policy covers, and since when. */
export function PrivacyOpening({ hero, updated }: PrivacyOpeningProps) {
  return (
    <div className="quiet-sky on-sky">
      <StarSky />
      <div className="wrap quiet-sky-words">
        <p className="eyebrow">{hero.eyebrow}</p>
        <h1>
          <Headline words={hero.title} />
        </h1>
        <p className="lede">{hero.lede}</p>
        <p className="last-updated">
          {updated.label} <PlainDate date={updated.date} />
        </p>
      </div>
    </div>
  );
}
