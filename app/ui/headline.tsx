import type { Headline as HeadlineWords } from '../../content/page-parts.ts';

/** A headline's words, one of them in italics. A lone full stop joins it: after it, it would move when the face arrives. */
export function Headline({ words }: { words: HeadlineWords }) {
  const { before, emphasis, after } = words;
  const isStop = after.length === 1;
  return (
    <>
      {before}{' '}
      <em>
        {emphasis}
        {isStop && after}
      </em>
      {!isStop && after}
    </>
  );
}
