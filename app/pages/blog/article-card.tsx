import type { ArticleSummary } from '../../../content/article.ts';
import type { AnnouncedArticle, BlogContent } from '../../../content/pages/blog.ts';
import { ArticleCover } from '../../drawings/article-cover.tsx';
import { ArticleFacts } from './article-facts.tsx';
import { ReadArticle } from './read-article.tsx';

interface ArticleCardProps {
  article: ArticleSummary | AnnouncedArticle;
  words: BlogContent;
}

/** One article of the grid. One that is still being written says so in place of a date, and has no control. */
export function ArticleCard({ article, words }: ArticleCardProps) {
  return (
    <article className="article-card">
      <div className="article-card-cover">
        <ArticleCover hour={article.hour} category={article.category} />
      </div>
      <p className="article-card-category">{article.category}</p>
      <h3>{article.title}</h3>
      <p className="article-card-excerpt">{article.excerpt}</p>
      {'slug' in article ? (
        <>
          <ArticleFacts article={article} words={words} />
          <ReadArticle slug={article.slug} title={article.title} label={words.readArticle} look="quiet" />
        </>
      ) : (
        <p className="article-facts">
          <span>
            {words.by} {article.author}
          </span>
          <span>{article.date}</span>
        </p>
      )}
    </article>
  );
}
