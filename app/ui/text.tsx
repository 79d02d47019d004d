import type { ArticleSummary } from '../../content/article.ts';
import { dateInWords } from '../../content/date-in-words.ts';
import type { Headline as HeadlineWords, Hero } from '../../content/page-parts.ts';
import { handles } from './markup-handles.ts';
import { blessedHtml } from './scripture-html.ts';

/** A paragraph that may contain the blessing on the Prophet: a screen reader reads it out, and no line begins with it. */
export function BlessedText({ text, className }: { text: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, escaped there.
  return <p className={className} dangerouslySetInnerHTML={{ __html: blessedHtml(text) }} />;
}

/**
 * A headline's words, some of them in italics. Nothing in it may move when the font arrives:
 * - An emphasis of several words is a line of its own, which begins at the same place in any font.
 * - A lone full stop joins the word before it.
 * @param props.upright emphasis by colour alone, on a page whose first visit loads another font as its third
 */
export function Headline({ words, upright = false }: { words: HeadlineWords; upright?: boolean }) {
  const { before, emphasis, after } = words;
  const isStop = after.length === 1;
  const isLine = emphasis.includes(' ');
  const classNames = [upright && 'upright', isLine && 'own-line'].filter(Boolean).join(' ');
  const Emphasis = upright ? 'span' : 'em';
  return (
    <>
      {before && `${before} `}
      <Emphasis className={classNames || undefined}>
        {emphasis}
        {isStop && after}
      </Emphasis>
      {!isStop && after}
    </>
  );
}

/** What a page is about, in its hero: a line above, the page's one `h1`, and the sentence that explains it. */
export function HeroWords({ words, upright = false }: { words: Hero; upright?: boolean }) {
  return (
    <>
      <p className="eyebrow">{words.eyebrow}</p>
      <h1>
        <Headline words={words.title} upright={upright} />
      </h1>
      <BlessedText className="lede" text={words.lede} />
    </>
  );
}

/** A section's headline, whose id names the section, and, where there is room, its lede beside it. */
export function SectionHead(props: {
  id: string;
  words: Record<'eyebrow' | 'title' | 'lede', string>;
  className?: string;
}) {
  const { id, words, className } = props;
  return (
    <div className={className ? `section-head ${className}` : 'section-head'}>
      <div>
        <p className="eyebrow">{words.eyebrow}</p>
        <h2 id={id}>{words.title}</h2>
      </div>
      <p className="lede">{words.lede}</p>
    </div>
  );
}

/** A figure such as 90% that counts up when it is first seen (app/ui/counters.ts). The final figure reserves the space. */
export function Counter({ target, suffix }: { target: number; suffix: string }) {
  const final = `${target}${suffix}`;
  return (
    <span className="counter" {...handles({ final })}>
      <span>{final}</span>
    </span>
  );
}

/** A day such as `2026-11-21`, written out. */
export function PlainDate({ date }: { date: string }) {
  return <time dateTime={date}>{dateInWords(date)}</time>;
}

export type ArticleFactsWords = Record<'by' | 'minutes', string>;

interface ArticleFactsProps {
  article: Pick<ArticleSummary, 'author' | 'date' | 'readTime'>;
  words: ArticleFactsWords;
}

/** The author of an article, its date, and how long it takes to read. */
export function ArticleFacts({ article, words }: ArticleFactsProps) {
  return (
    <p className="row muted article-facts">
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
