import type { ArticleSummary } from '../../content/article.ts';
import { articlePath } from '../routes.ts';
import { ArticleEnd } from '../sections/blog/article-end.tsx';
import { ArticleOpening } from '../sections/blog/article-opening.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

interface ArticlePageProps {
  article: ArticleSummary;
  /** The article's text, sanitised by build/articles/article-html.ts. */
  html: string;
}

/** An article as a document of its own: for links from elsewhere, for printing, and for browsers without a script. */
export function ArticlePage({ article, html }: ArticlePageProps) {
  return (
    <PageShell path={articlePath(article.slug)} opening={<ArticleOpening article={article} />}>
      <div className="wrap article-paper">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised, and our own words. */}
        <div className="prose article-prose" dangerouslySetInnerHTML={{ __html: html }} />
        <ArticleEnd />
      </div>
    </PageShell>
  );
}
