import { use } from 'react';
import type { Headline as HeadlineWords } from '../../content/page-parts.ts';
import { PageNeedsContext } from '../page-needs.ts';

interface HeadlineProps {
  words: HeadlineWords;
  /** Stresses by colour alone, on a page whose first visit loads another third face. */
  upright?: boolean;
}

/**
 * A headline's words, some of them in italics. Nothing in it may move when the face arrives: a stress of several words is
 * a line of its own, which begins where it begins in any face, and a lone full stop joins what it follows.
 */
export function Headline({ words, upright = false }: HeadlineProps) {
  if (!upright) use(PageNeedsContext).italics = true;
  const { before, emphasis, after } = words;
  const isStop = after.length === 1;
  const isLine = emphasis.includes(' ');
  const looks = [upright && 'upright', isLine && 'own-line'].filter(Boolean).join(' ');
  return (
    <>
      {before && `${before} `}
      <em className={looks || undefined}>
        {emphasis}
        {isStop && after}
      </em>
      {!isStop && after}
    </>
  );
}
