import { Fragment } from 'react';
import { blessing } from '../../content/blessing.ts';
import { dateInWords } from '../../content/date-in-words.ts';
import type { Headline as HeadlineWords, Hero } from '../../content/page-parts.ts';
import { splitAtBlessing } from './scripture-html.ts';

function BlessedName({ name, mark }: { name: string; mark: string }) {
  return (
    <span className="blessed">
      {name}
      {'\u00A0'}
      <span role="img" aria-label={blessing.words} className="blessing">
        {blessing.sign}
      </span>
      {mark}
    </span>
  );
}

/** Text that may contain the blessing on the Prophet: a screen reader reads it out, and no line begins with it. */
export function BlessedWords({ text }: { text: string }) {
  return splitAtBlessing(text).map(({ plain, blessed }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places.
    <Fragment key={index}>
      {plain}
      {blessed && <BlessedName {...blessed} />}
    </Fragment>
  ));
}

interface HeadlineProps {
  words: HeadlineWords;
  /** Emphasis by colour alone, on a page whose first visit loads another font as its third. */
  upright?: boolean;
}

/**
 * A headline's words, some of them in italics. Nothing in it may move when the font arrives: emphasis of several words is
 * a line of its own, which begins at the same place in any font, and a lone full stop joins the word before it.
 */
export function Headline({ words, upright = false }: HeadlineProps) {
  const { before, emphasis, after } = words;
  const isStop = after.length === 1;
  const isLine = emphasis.includes(' ');
  const classNames = [upright && 'upright', isLine && 'own-line'].filter(Boolean).join(' ');
  return (
    <>
      {before && `${before} `}
      <em className={classNames || undefined}>
        {emphasis}
        {isStop && after}
      </em>
      {!isStop && after}
    </>
  );
}

interface HeroWordsProps {
  words: Hero;
  /** See Headline. */
  upright?: boolean;
}

/** What a page is about, in its hero: a line above, the page's one `h1`, and the sentence that explains it. */
export function HeroWords({ words, upright = false }: HeroWordsProps) {
  return (
    <>
      <p className="eyebrow">{words.eyebrow}</p>
      <h1>
        <Headline words={words.title} upright={upright} />
      </h1>
      <p className="lede">
        <BlessedWords text={words.lede} />
      </p>
    </>
  );
}

interface CounterProps {
  target: number;
  /** What follows the figure: '+' or '%'. */
  suffix: string;
}

/** A figure that counts up when it is first seen (app/ui/counters.ts). The final one reserves the space: nothing moves meanwhile. */
export function Counter({ target, suffix }: CounterProps) {
  const final = `${target}${suffix}`;
  return (
    <span className="counter" data-final={final}>
      <span>{final}</span>
    </span>
  );
}

/** A day such as `2026-11-21`, written out. */
export function PlainDate({ date }: { date: string }) {
  return <time dateTime={date}>{dateInWords(date)}</time>;
}
