import type { NotFoundContent } from '../../../content/pages/not-found.ts';
import { CrescentNight } from '../../drawings/crescent-night.tsx';

/** The whole screen as a sky with only the new moon in it. `data-missed-path` tells app/pages/not-found/missed-path.ts to log the path. */
export function EmptyHorizon({ words }: { words: NotFoundContent }) {
  return (
    <div data-missed-path="" className="empty-horizon on-sky">
      <div className="empty-horizon-sky">
        <CrescentNight label={words.drawing} />
      </div>
      <div className="wrap empty-horizon-words">
        <h1>{words.title}</h1>
        <p className="lede">{words.text}</p>
        <div className="actions">
          <a href={words.home.href} className="button button-on-sky">
            {words.home.label}
          </a>
          <a href={words.learn.href} className="button button-sky-quiet">
            {words.learn.label}
          </a>
        </div>
      </div>
    </div>
  );
}
