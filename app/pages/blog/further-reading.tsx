import type { ArticleSummary } from '../../../content/article.ts';
import type { AnnouncedArticle, BlogContent } from '../../../content/pages/blog.ts';
import { Island } from '../../island.tsx';
import { ArticleCard } from './article-card.tsx';
import { CategoryChips } from './category-chips.tsx';

interface FurtherReadingProps {
  words: BlogContent;
  /** All that can be opened, including the featured one. */
  articles: readonly ArticleSummary[];
  /** What the grid shows, in its order. */
  shelf: readonly (ArticleSummary | AnnouncedArticle)[];
}

/** The other articles under their chips, and the dialog that any of them opens in. */
export function FurtherReading({ words, articles, shelf }: FurtherReadingProps) {
  const { chips, empty, counted, by, minutes, closeArticle, loading, unavailable } = words;
  return (
    <section className="wrap section" aria-labelledby="further-title">
      <p className="eyebrow">{shelfCounts(words, shelf)}</p>
      <h2 id="further-title">{words.gridTitle}</h2>
      <CategoryChips chips={chips} counted={counted} empty={empty} total={shelf.length} />
      <Island
        name="opened-article"
        props={{
          articles: articles.map(({ slug, title, author, date, readTime }) => ({
            slug,
            title,
            author,
            date,
            readTime,
          })),
          words: { by, minutes, closeArticle, loading, unavailable },
        }}
      />
      <ul className="articles">
        {shelf.map((article) => (
          <li key={article.title} data-category={article.category}>
            <ArticleCard article={article} words={words} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many of the grid can be read today and how many are announced, counted apart: an announced one is not an article yet. */
function shelfCounts({ ready, coming }: BlogContent, shelf: FurtherReadingProps['shelf']): string {
  const readable = shelf.filter((article) => 'slug' in article).length;
  const announced = shelf.length - readable;
  return [readable > 0 && `${readable} ${ready}`, announced > 0 && `${announced} ${coming}`]
    .filter(Boolean)
    .join(', ');
}
