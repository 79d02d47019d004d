import articles from 'virtual:articles';
import type { ArticleSummary } from '../../../content/article.ts';
import { type AnnouncedArticle, blog } from '../../../content/pages/blog.ts';
import { articlePath } from '../../../content/paths.ts';
import { ArticleCover } from '../../drawings/article-cover.tsx';
import { StarSky } from '../../drawings/patterns.tsx';
import { ReadingLamp } from '../../drawings/reading-lamp.tsx';
import { Island } from '../../islands/island.tsx';
import type { Page } from '../../routes.ts';
import { handles } from '../../ui/markup-handles.ts';
import { ArticleFacts, HeroWords } from '../../ui/text.tsx';

/**
 * Opens the article's dialog (opened-article.tsx). Without a script, or in a new tab, it leads to the article's own
 * document.
 */
function ReadArticle({ article, variant }: { article: ArticleSummary; variant: 'primary' | 'quiet' }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button could not lead to the document without a script.
    <a
      href={articlePath(article.slug)}
      role="button"
      aria-haspopup="dialog"
      aria-label={`${blog.readArticle}: ${article.title}`}
      {...handles({ article: article.slug, answerer: 'opened-article' })}
      className={`button button-small button-${variant}`}
    >
      {blog.readArticle}
    </a>
  );
}

function ArticleCard({ article }: { article: ArticleSummary }) {
  return (
    <article className="stack article-card">
      <div className="article-card-cover">
        <ArticleCover hour={article.hour} category={article.category} />
      </div>
      <p className="article-card-category">{article.category}</p>
      <h3>{article.title}</h3>
      <p className="muted article-card-excerpt">{article.excerpt}</p>
      <ArticleFacts article={article} words={blog} />
      <ReadArticle article={article} variant="quiet" />
    </article>
  );
}

/** A row without a picture: it is not an article yet. */
function AnnouncedRow({ article }: { article: AnnouncedArticle }) {
  return (
    <article className="stack article-card">
      <p className="article-card-category">{article.category}</p>
      <div>
        <h3>{article.title}</h3>
        <p className="muted article-card-excerpt">{article.excerpt}</p>
      </div>
      <p className="row muted article-facts">
        <span>
          {blog.by} {article.author}
        </span>
        <span>{blog.comingSoon}</span>
      </p>
    </article>
  );
}

function ShelfItem({ article }: { article: Shelf[number] }) {
  const { category } = article;
  if ('slug' in article)
    return (
      <li {...handles({ category })}>
        <ArticleCard article={article} />
      </li>
    );
  return (
    <li {...handles({ category })} className="announced">
      <AnnouncedRow article={article} />
    </li>
  );
}

function BlogHero() {
  const { hero, subscribe, feed } = blog;
  return (
    <div className="blog-hero sky on-sky">
      <StarSky isFree={({ x, y }) => x > 0.6 && y > 0.12 && y < 0.45} />
      <div className="wrap columns blog-hero-row">
        <div className="stack blog-hero-words">
          <HeroWords words={hero} />
          <section className="subscribe" aria-labelledby="subscribe-title">
            <h2 id="subscribe-title" className="serif">
              {subscribe.title}
            </h2>
            <p className="small">{subscribe.text}</p>
            <Island name="prefill-form" props={{ id: 'blog-email' }} />
            <p className="small">
              {feed.text}{' '}
              <a className="link tall" href={feed.href}>
                {feed.label}
              </a>
            </p>
          </section>
        </div>
        <div className="blog-hero-lamp">
          <ReadingLamp />
        </div>
      </div>
    </div>
  );
}

function FeaturedArticle({ article }: { article: ArticleSummary }) {
  return (
    <article className="featured" aria-labelledby="featured-title">
      <div className="wrap columns featured-row">
        <div className="featured-cover">
          <ArticleCover shape="tall" hour={article.hour} category={article.category} />
        </div>
        <div className="stack featured-words">
          <p className="eyebrow">
            {blog.featuredLabel} · {article.category}
          </p>
          <h2 id="featured-title">{article.title}</h2>
          <p className="lede">{article.excerpt}</p>
          <ArticleFacts article={article} words={blog} />
          <ReadArticle article={article} variant="primary" />
        </div>
      </div>
    </article>
  );
}

/** The subjects to choose from, one at a time, and how many articles the chosen one has; filter-articles.ts makes them work. */
function CategoryChips({ total }: { total: number }) {
  const { chips, empty } = blog;
  const { one, other } = blog.counted;
  return (
    <div className="row chips-row">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are buttons. */}
      <div role="group" aria-label={chips.label} {...handles({ chips: '' })} className="row chips">
        {[chips.all, ...chips.categories].map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chips.all}
            value={choice === chips.all ? '' : choice}
            className="button button-small button-quiet chip"
          >
            {choice}
          </button>
        ))}
      </div>
      <p role="status" className="articles-count" {...handles({ count: '', one, other, none: empty })}>
        {total} {total === 1 ? one : other}
      </p>
    </div>
  );
}

/** What the grid shows, in its order. */
type Shelf = readonly (ArticleSummary | AnnouncedArticle)[];

const { by, minutes, closeArticle, textLabel, loading, arrived, unavailable } = blog;
/** The words of the dialog that an article opens in. */
export const readerWords = { by, minutes, closeArticle, textLabel, loading, arrived, unavailable };

/** The other articles under their chips, and the dialog that any article opens in. */
export function FurtherReading({ shelf }: { shelf: Shelf }) {
  return (
    <section className="wrap section" aria-labelledby="further-title">
      <p className="eyebrow">{shelfCounts(shelf)}</p>
      <h2 id="further-title">{blog.gridTitle}</h2>
      <CategoryChips total={shelf.length} />
      <p role="status" className="visually-hidden" {...handles({ waiting: blog.opening })} />
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
          words: readerWords,
        }}
      />
      <ul className="stack articles">
        {shelf.map((article) => (
          <ShelfItem key={article.title} article={article} />
        ))}
      </ul>
    </section>
  );
}

/** How many of the grid can be read today and how many are announced, counted apart: an announced one is not an article yet. */
function shelfCounts(shelf: Shelf): string {
  const { ready, coming } = blog;
  const readable = shelf.filter((article) => 'slug' in article).length;
  const announced = shelf.length - readable;
  return [readable > 0 && `${readable} ${ready}`, announced > 0 && `${announced} ${coming}`]
    .filter(Boolean)
    .join(', ');
}

const featured = articles.filter((article) => article.featured);
const others = articles.filter((article) => !article.featured);

export const page: Page = {
  meta: blog.meta,
  hero: <BlogHero />,
  sections: (
    <>
      {featured.map((article) => (
        <FeaturedArticle key={article.slug} article={article} />
      ))}
      <FurtherReading shelf={[...others, ...blog.announced]} />
    </>
  ),
};
