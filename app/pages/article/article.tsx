import type { ArticleSummary } from '../../../content/article.ts';
import { named } from '../../../content/page-parts.ts';
import type { Page } from '../../page.ts';
import { articlePath } from '../../paths.ts';
import { ArticleEnd } from './article-end.tsx';
import { ArticleHero } from './article-hero.tsx';

/**
 * An article as a document of its own: for links from elsewhere, for printing, and for browsers without a script.
 * @param html the article's text, sanitised by build/articles/article-html.ts
 */
export function articlePage(article: ArticleSummary, html: string): Page {
  return {
    path: articlePath(article.slug),
    meta: { ...named(article.title), description: article.excerpt },
    style: 'article',
    hero: <ArticleHero article={article} />,
    sections: (
      <div className="wrap article-paper">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised, and our own words. */}
        <div className="prose article-prose" dangerouslySetInnerHTML={{ __html: html }} />
        <ArticleEnd />
      </div>
    ),
  };
}
