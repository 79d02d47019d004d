import { notFound } from '../../../content/pages/not-found.ts';
import { CrescentNight } from '../../drawings/crescent-night.tsx';
import type { Page } from '../../routes.ts';
import { handles } from '../../ui/markup-handles.ts';

/** The whole screen as a sky with only the new moon in it. By its handle app/client.ts logs the path. */
export const page: Page = {
  meta: notFound.meta,
  hero: (
    <div {...handles({ missed: '' })} className="not-found sky on-sky">
      <div className="not-found-sky">
        <CrescentNight label={notFound.drawing} />
      </div>
      <div className="wrap stack not-found-words">
        <h1>{notFound.title}</h1>
        <p className="lede">{notFound.text}</p>
        <div className="actions">
          <a href={notFound.home.href} className="button button-on-sky">
            {notFound.home.label}
          </a>
          <a href={notFound.learn.href} className="button button-sky-quiet">
            {notFound.learn.label}
          </a>
        </div>
      </div>
    </div>
  ),
  sections: null,
};
