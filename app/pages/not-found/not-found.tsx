import { type NotFoundContent, notFound } from '../../../content/pages/not-found.ts';
import { CrescentNight } from '../../drawings/crescent-night.tsx';
import { notFoundPath } from '../../paths.ts';
import type { Page } from '../../routes.ts';

/** The whole screen as a sky with only the new moon in it. `data-missed-path` tells app/client.ts to log the path. */
function NotFoundHero({ words }: { words: NotFoundContent }) {
  return (
    <div data-missed-path="" className="not-found sky on-sky">
      <div className="not-found-sky">
        <CrescentNight label={words.drawing} />
      </div>
      <div className="wrap stack not-found-words">
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

export const page: Page = {
  path: notFoundPath,
  meta: notFound.meta,
  hero: <NotFoundHero words={notFound} />,
  sections: null,
};
