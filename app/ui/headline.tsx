import { use } from 'react';
import type { Headline as HeadlineWords } from '../../content/page-parts.ts';
import { PageNeedsContext } from '../render-context.ts';

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
  if (!upright) use(PageNeedsContext).italics = true;
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
