import type { LandingContent } from '../../../content/pages/landing.ts';

interface OwnDayProps {
  ownDay: LandingContent['ownDay'];
}

/** Says under the drawn day that it is an example, until the script makes it the visitor's own (app/prayer-day/controller.ts). */
export function OwnDay({ ownDay }: OwnDayProps) {
  return (
    <section className="own-day below-arc wrap" aria-label={ownDay.label}>
      <p className="own-day-title">{ownDay.example}</p>
      <noscript>{ownDay.withoutScript}</noscript>
      <div className="own-day-own" />
      <p className="visually-hidden" role="status" />
    </section>
  );
}
