import type { Headline as HeadlineWords } from '../../content/page-parts.ts';

interface HeadlineProps {
  words: HeadlineWords;
  /** Stresses by colour alone, on a page whose first visit loads another third face. */
  upright?: boolean;
}

/** A headline's words, some of them in italics. A lone full stop joins them: after them, it would move when the face arrives. */
export function Headline({ words, upright = false }: HeadlineProps) {
  const { before, emphasis, after } = words;
  const isStop = after.length === 1;
  return (
    <>
      {before && `${before} `}
      <em className={upright ? 'upright' : undefined}>
        {emphasis}
        {isStop && after}
      </em>
      {!isStop && after}
    </>
  );
}
