import type { Hero } from '../../content/page-parts.ts';
import { BlessedWords } from './blessed-words.tsx';
import { Headline } from './headline.tsx';

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
