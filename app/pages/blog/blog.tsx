import articles from 'virtual:articles';
import type { ArticleSummary } from '../../../content/article.ts';
import { type AnnouncedArticle, type BlogContent, blog } from '../../../content/pages/blog.ts';
import { ArticleCover } from '../../drawings/article-cover.tsx';
import { StarSky } from '../../drawings/patterns.tsx';
import { ReadingLamp } from '../../drawings/reading-lamp.tsx';
import { Island } from '../../island.tsx';
import type { IslandName } from '../../islands.tsx';
import { articlePath } from '../../paths.ts';
import type { ScreenPage } from '../../routes.ts';
import { HeroWords } from '../../ui/text.tsx';
import { JoinForm } from '../../waitlist/join-forms.tsx';
import { ArticleFacts } from './article-facts.tsx';

interface ReadArticleProps {
  slug: string;
  title: string;
  label: string;
  look: 'primary' | 'quiet';
}

/**
 * Opens the article's dialog (opened-article.tsx). Without a script, or in a new tab, it leads to the article's own
 * document.
 */
function ReadArticle({ slug, title, label, look }: ReadArticleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button could not lead to the document without a script.
    <a
      href={articlePath(slug)}
      role="button"
      aria-haspopup="dialog"
      aria-label={`${label}: ${title}`}
      data-article={slug}
      data-answered-by={'opened-article' satisfies IslandName}
      className={`button button-small button-${look}`}
    >
      {label}
    </a>
  );
}

/** One article of the grid. One that is still being written says so in place of a date, and has no control. */
function ArticleCard({ article, words }: { article: ArticleSummary | AnnouncedArticle; words: BlogContent }) {
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

/** The page's title and the subscribe box, beside the arc of the day bent over a book. */
function BlogHero({ hero, subscribe }: { hero: BlogContent['hero']; subscribe: BlogContent['subscribe'] }) {
  return (
    <div className="blog-hero sky on-sky">
      <StarSky />
      <div className="wrap blog-hero-row">
        <div className="blog-hero-words">
          <HeroWords words={hero} />
          <section className="subscribe" aria-labelledby="subscribe-title">
            <h2 id="subscribe-title">{subscribe.title}</h2>
            <p>{subscribe.text}</p>
            <JoinForm id="blog-email" words={subscribe.form} />
          </section>
        </div>
        <div className="blog-hero-lamp">
          <ReadingLamp />
        </div>
      </div>
    </div>
  );
}

/** The article to begin with, which no chip hides: its cover reaches up into the lamp's light. */
function FeaturedArticle({ article, words }: { article: ArticleSummary; words: BlogContent }) {
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

interface CategoryChipsProps {
  chips: BlogContent['chips'];
  /** Words of the line below the chips: how many articles, or that there are none. */
  counted: BlogContent['counted'];
  empty: string;
  /** How many cards the grid has in all. */
  total: number;
}

/** The subjects to choose from, one at a time, and how many articles the chosen one has; filter-articles.ts makes them work. */
function CategoryChips({ chips, counted, empty, total }: CategoryChipsProps) {
  const { one, other } = counted;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are buttons. */}
      <div role="group" aria-label={chips.label} className="chips">
        {[chips.all, ...chips.categories].map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chips.all}
            value={choice === chips.all ? '' : choice}
            className="chip"
          >
            {choice}
          </button>
        ))}
      </div>
      <p role="status" className="articles-count" data-one={one} data-other={other} data-none={empty}>
        {total} {total === 1 ? one : other}
      </p>
    </>
  );
}

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

const featured = articles.filter((article) => article.featured);
const others = articles.filter((article) => !article.featured);

export const page: ScreenPage = {
  path: '/blog',
  meta: blog.meta,
  hero: <BlogHero hero={blog.hero} subscribe={blog.subscribe} />,
  sections: (
    <>
      {featured.map((article) => (
        <FeaturedArticle key={article.slug} article={article} words={blog} />
      ))}
      <FurtherReading words={blog} articles={articles} shelf={[...others, ...blog.announced]} />
    </>
  ),
};
