import type { RoadmapContent } from '../../../content/pages/roadmap.ts';
import { JoinButton } from '../../ui/join-button.tsx';

/** The plan is not closed: who may change it, and how to be among them. */
export function Revision({ revision }: { revision: RoadmapContent['revision'] }) {
  return (
    <section className="revision" aria-labelledby="revision">
      <div className="wrap revision-words">
        <h2 id="revision">{revision.title}</h2>
        <div>
          <p className="lede">{revision.text}</p>
          <div className="revision-ways">
            <JoinButton>{revision.button}</JoinButton>
            <a className="link" href={revision.feedback.href}>
              {revision.feedback.label}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
