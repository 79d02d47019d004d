import type { LandingContent } from '../../../content/pages/landing.ts';
import { KhatamPattern } from '../../drawings/khatam.tsx';
import { Island } from '../../island.tsx';

interface CallToActionProps {
  cta: LandingContent['cta'];
}

/** The form at the foot of the page. Every Join Waitlist button leads here while there is no script. */
export function CallToAction({ cta }: CallToActionProps) {
  return (
    <section id="join" className="wrap section" aria-labelledby="join-title">
      <div className="panel on-sky">
        <KhatamPattern />
        <h2 id="join-title">{cta.title}</h2>
        <p className="lede">{cta.lede}</p>
        <Island name="cta-form" props={{}} />
      </div>
    </section>
  );
}
