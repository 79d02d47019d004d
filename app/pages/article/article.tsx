import articles from 'virtual:articles';
import type { ArticleSummary } from '../../../content/article.ts';
import { named } from '../../../content/page-parts.ts';
import { blog } from '../../../content/pages/blog.ts';
import { articlePath, blogPath } from '../../../content/paths.ts';
import { ArticleCover } from '../../drawings/article-cover.tsx';
import type { Page } from '../../routes.ts';
import { JoinButton } from '../../ui/buttons.tsx';
import { ArticleFacts } from '../../ui/text.tsx';

function ArticleHero({ article }: { article: ArticleSummary }) {
  return (
    <>
      <div className="quiet-sky night sky on-sky">
        <div className="wrap stack article-sky-words">
          <a href={blogPath} className="muted tall article-back">
            <span aria-hidden="true">‹</span> {blog.allArticles}
          </a>
          <p className="eyebrow">{article.category}</p>
          <h1>{article.title}</h1>
          <p className="lede">{article.excerpt}</p>
          <ArticleFacts article={article} words={blog} />
        </div>
      </div>
      <div className="wrap article-cover-rise">
        <ArticleCover shape="wide" hour={article.hour} category={article.category} />
      </div>
    </>
  );
}

/** The two next older articles, by their covers; after the oldest comes the newest, so that links lead to every article. */
function OtherArticles({ slug }: { slug: string }) {
  const index = articles.findIndex((article) => article.slug === slug);
  const others = [...articles.slice(index + 1), ...articles.slice(0, index)].slice(0, 2);
  return (
    <nav className="article-others" aria-labelledby="article-others-title">
      <p id="article-others-title" className="eyebrow">
        {blog.gridTitle}
      </p>
      <ul>
        {others.map((article) => (
          <li key={article.slug}>
            <a href={articlePath(article.slug)}>
              <span className="article-other-cover">
                <ArticleCover hour={article.hour} category={article.category} />
              </span>
              <span className="serif">{article.title}</span>
            </a>
            <ArticleFacts article={article} words={blog} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ArticleEnd() {
  return (
    <aside className="article-end" aria-labelledby="article-end-title">
      <h2 id="article-end-title">{blog.subscribe.title}</h2>
      <p className="muted">{blog.subscribe.text}</p>
      <div className="actions">
        <JoinButton />
        <a href={blogPath} className="button button-quiet">
          {blog.allArticles}
        </a>
      </div>
    </aside>
  );
}

/**
 * An article as a document of its own: for links from elsewhere, for printing, and for browsers without a script.
 * @param html the article's text, sanitised by build/articles/article-html.ts
 */
export function articlePage(article: ArticleSummary, html: string): Page {
  return {
    meta: { ...named(article.title), description: article.excerpt },
    hero: <ArticleHero article={article} />,
    sections: (
      <div className="wrap article-paper">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised, and our own words. */}
        <div className="prose article-prose" dangerouslySetInnerHTML={{ __html: html }} />
        <ArticleEnd />
        <OtherArticles slug={article.slug} />
      </div>
    ),
  };
}
