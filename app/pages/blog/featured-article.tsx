import type { ArticleSummary } from '../../../content/article.ts';
import type { BlogContent } from '../../../content/pages/blog.ts';
import { ArticleCover } from '../../drawings/article-cover.tsx';
import { ArticleFacts } from './article-facts.tsx';
import { ReadArticle } from './read-article.tsx';

interface FeaturedArticleProps {
  article: ArticleSummary;
  words: BlogContent;
}

/** The article to begin with, which no chip hides: its cover reaches up into the lamp's light. */
export function FeaturedArticle({ article, words }: FeaturedArticleProps) {
  return (
    <article className="featured" aria-labelledby="featured-title">
      <div className="wrap featured-row">
        <div className="featured-cover">
          <ArticleCover hour={article.hour} category={article.category} />
        </div>
        <div className="featured-words">
          <p className="eyebrow">{words.featuredLabel}</p>
          <h2 id="featured-title">{article.title}</h2>
          <p className="lede">{article.excerpt}</p>
          <p className="tag">{article.category}</p>
          <ArticleFacts article={article} words={words} />
          <ReadArticle slug={article.slug} title={article.title} label={words.readArticle} look="primary" />
        </div>
      </div>
    </article>
  );
}
