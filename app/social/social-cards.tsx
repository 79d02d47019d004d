import articles from 'virtual:articles';
import { renderToStaticMarkup } from 'react-dom/server';
import { articlePath, socialPicture } from '../../content/paths.ts';
import { documents } from '../documents.ts';
import { screens } from '../routes.ts';
import { articleCard, type CardDesign, SocialCard, screenCards } from './social-card.tsx';

function designOf(path: string): CardDesign | undefined {
  const article = articles.find(({ slug }) => articlePath(slug) === path);
  if (article) return articleCard(article.hour, article.category);
  const screen = screens.find((each) => each.path === path);
  return screen && (screenCards[screen.page] ?? screenCards.landing);
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
      const design = designOf(path);
      if (!design) return [];
      const { title, ownTitle = title } = (await load()).meta;
      const svg = renderToStaticMarkup(<SocialCard title={ownTitle} design={design} />);
      return [{ fileName: socialPicture(path).slice(1), svg }];
    }),
  );
  return cards.flat();
}
