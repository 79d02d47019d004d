import type { ArticleSummary } from '../../../content/article.ts';
import { PlainDate } from '../../ui/text.tsx';

export interface ArticleFactsWords {
  by: string;
  minutes: string;
}

interface ArticleFactsProps {
  article: Pick<ArticleSummary, 'author' | 'date' | 'readTime'>;
  words: ArticleFactsWords;
}

/** Who wrote it, when, and how long it takes to read. */
export function ArticleFacts({ article, words }: ArticleFactsProps) {
  return (
    <p className="article-facts">
      <span>
        {words.by} {article.author}
      </span>
      <PlainDate date={article.date} />
      <span>
        {article.readTime} {words.minutes}
      </span>
    </p>
  );
}
