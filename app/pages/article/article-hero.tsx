import type { ArticleSummary } from '../../../content/article.ts';
import { blog } from '../../../content/pages/blog.ts';
import { ArticleCover } from '../../drawings/article-cover.tsx';
import { StarSky } from '../../drawings/star-sky.tsx';
import { ArticleFacts } from '../blog/article-facts.tsx';

/** The article's title on the night sky, its cover rising out of it. */
export function ArticleHero({ article }: { article: ArticleSummary }) {
  return (
    <>
      <div className="quiet-sky on-sky article-sky">
        <StarSky />
        <div className="wrap article-sky-words">
          <a href="/blog" className="article-back">
            <span aria-hidden="true">‹</span> {blog.allArticles}
          </a>
          <p className="eyebrow">{article.category}</p>
          <h1>{article.title}</h1>
          <p className="lede">{article.excerpt}</p>
          <ArticleFacts article={article} words={blog} />
        </div>
      </div>
      <div className="wrap article-cover-rise">
        <ArticleCover hour={article.hour} category={article.category} />
      </div>
    </>
  );
}
