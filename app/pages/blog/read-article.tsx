import type { IslandName } from '../../islands.ts';
import { articlePath } from '../../paths.ts';

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
export function ReadArticle({ slug, title, label, look }: ReadArticleProps) {
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
