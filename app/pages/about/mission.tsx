import type { AboutContent } from '../../../content/pages/about.ts';
import { Scripture } from '../../ui/scripture.tsx';

interface MissionProps {
  mission: AboutContent['mission'];
  /** The hadith that the hero speaks of, by its id. */
  reference: string;
}

/** Why the product exists: one large statement, its reasons, and the supplication behind the name. */
export function Mission({ mission, reference }: MissionProps) {
  return (
    <section className="section wrap" aria-labelledby="mission">
      <p className="eyebrow">{mission.eyebrow}</p>
      <h2 id="mission" className="mission-statement">
        {mission.title}
      </h2>
      <div className="mission-row">
        <div className="mission-source">
          <Scripture id={reference} />
        </div>
        <div className="mission-reasons">
          {mission.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}
