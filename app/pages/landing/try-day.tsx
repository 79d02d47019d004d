import type { LandingContent } from '../../../content/pages/landing.ts';

interface TryDayProps {
  words: LandingContent['ownDay']['trying'];
}

/** Where the visitor lays tasks into the day. A script of its own fills it when it is near the viewport (app/prayer-day/planner/). */
export function TryDay({ words }: TryDayProps) {
  return (
    <section className="section wrap" aria-labelledby="try">
      <div className="section-head">
        <div>
          <p className="eyebrow">{words.eyebrow}</p>
          <h2 id="try">{words.title}</h2>
        </div>
        <p className="lede">{words.lede}</p>
      </div>
      <div className="try-day">
        <noscript>{words.withoutScript}</noscript>
      </div>
    </section>
  );
}
