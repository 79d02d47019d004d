import type { AboutContent } from '../../../content/pages/about.ts';
import { KhatamPattern } from '../../drawings/khatam.tsx';
import { JoinButton } from '../../ui/join-button.tsx';

/** The way onto the list, and the way to tell us what is wrong. */
export function JoinPanel({ join }: { join: AboutContent['join'] }) {
  return (
    <section className="wrap about-join" aria-labelledby="join-title">
      <div className="panel on-sky">
        <KhatamPattern />
        <h2 id="join-title">{join.title}</h2>
        <p className="lede">{join.text}</p>
        <JoinButton look="on-sky">{join.button}</JoinButton>
        <p className="about-feedback">
          {join.feedback.text}{' '}
          <a className="link panel-link" href={join.feedback.href}>
            {join.feedback.label}
          </a>
        </p>
      </div>
    </section>
  );
}
