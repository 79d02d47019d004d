import { articlePath } from '../../paths.ts';

interface ReadArticleProps {
  slug: string;
  title: string;
  label: string;
  look: 'primary' | 'quiet';
}

/**
 * Opens the article's dialog (opened-article.tsx). Until a script is there it leads to the article's own document,
 * as it does when it is opened in a new tab.
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
      data-answered-by="opened-article"
      className={`button button-small button-${look}`}
    >
      {label}
    </a>
  );
}
