import { useEffect, useState } from 'react';
import type { BlogCategory } from '../../../content/blog-categories.ts';
import type { BlogContent } from '../../../content/pages/blog.ts';
import type { ReadableArticle, ReaderWords } from './article-reader.tsx';
import { CategoryChips } from './category-chips.tsx';
import { OpenedArticle } from './opened-article.tsx';

interface ArticleBrowserProps {
  chips: BlogContent['chips'];
  empty: string;
  counted: BlogContent['counted'];
  /** The category of each card in the grid. */
  shelf: readonly BlogCategory[];
  articles: readonly ReadableArticle[];
  readerWords: ReaderWords;
}

/** The chips that filter the grid below, and the dialog that a 'Read Article' control or the address opens. */
export function ArticleBrowser({ chips, empty, counted, shelf, articles, readerWords }: ArticleBrowserProps) {
  const [category, setCategory] = useState<BlogCategory | typeof chips.all>(chips.all);
  const shown = shelf.filter((filed) => category === chips.all || filed === category).length;

  // The cards are no part of this island: they came as HTML, covers and all, and stay it.
  useEffect(() => {
    for (const card of document.querySelectorAll<HTMLElement>('[data-category]')) {
      card.hidden = category !== chips.all && card.dataset.category !== category;
    }
  }, [category, chips.all]);

  return (
    <>
      <CategoryChips chips={chips} chosen={category} onChoose={setCategory} />
      <p role="status" className={shown > 0 ? 'articles-count' : 'articles-none'}>
        {shown > 0 ? `${shown} ${shown === 1 ? counted.one : counted.other}` : empty}
      </p>
      <OpenedArticle articles={articles} words={readerWords} />
    </>
  );
}
