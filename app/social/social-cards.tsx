import articles from 'virtual:articles';
import { renderToStaticMarkup } from 'react-dom/server';
import { health } from '../../content/pages/health.ts';
import { articlePath, socialPicture } from '../../content/paths.ts';
import { documents } from '../documents.ts';
import { screens } from '../routes.ts';
import { SocialCard, type SocialSubject, titleRoom } from './social-card.tsx';

/** Whether a page has a drawing of its own that needs nothing of it. */
const isDrawn = (page: string): page is Exclude<SocialSubject['kind'], 'health' | 'article'> =>
  page in titleRoom;

function subjectOf(path: string): SocialSubject | undefined {
  const article = articles.find(({ slug }) => articlePath(slug) === path);
  if (article) return { kind: 'article', hour: article.hour, category: article.category };
  const page: string | undefined = screens.find((screen) => screen.path === path)?.page;
  if (page === 'health') return { kind: 'health', names: health.ring.names };
  // A page without a drawing of its own shares the landing page's.
  return page === undefined ? undefined : { kind: isDrawn(page) ? page : 'landing' };
}

/** A social picture before it is rasterised: its file, relative to the site's root, and its SVG. */
export interface SocialCardMarkup {
  fileName: string;
  svg: string;
}

/** The pictures to be drawn: one for each document that search engines may show. */
export async function socialCards(): Promise<SocialCardMarkup[]> {
  const cards = await Promise.all(
    documents.map(async ({ path, load }) => {
      const subject = subjectOf(path);
      if (!subject) return [];
      const { title, ownTitle = title } = (await load()).meta;
      const svg = renderToStaticMarkup(<SocialCard title={ownTitle} subject={subject} />);
      return [{ fileName: socialPicture(path).slice(1), svg }];
    }),
  );
  return cards.flat();
}
