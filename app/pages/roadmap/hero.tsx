import type { RoadmapContent } from '../../../content/pages/roadmap.ts';
import { StarSky } from '../../drawings/star-sky.tsx';
import { Headline } from '../../ui/headline.tsx';

/** A clear night. The four moons rise at its foot: they are the tabs that follow (quarter-tabs.tsx). */
export function RoadmapHero({ hero }: { hero: RoadmapContent['hero'] }) {
  return (
    <div className="roadmap-hero on-sky">
      <StarSky />
      <div className="wrap roadmap-hero-words">
        <div>
          <p className="eyebrow">{hero.eyebrow}</p>
          <h1>
            <Headline words={hero.title} />
          </h1>
        </div>
        <p className="lede">{hero.lede}</p>
      </div>
    </div>
  );
}
