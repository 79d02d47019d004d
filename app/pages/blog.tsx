import articles from 'virtual:articles';
import { blog } from '../../content/pages/blog.ts';
import { BlogOpening } from '../sections/blog/blog-opening.tsx';
import { FeaturedArticle } from '../sections/blog/featured-article.tsx';
import { FurtherReading } from '../sections/blog/further-reading.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

export const meta = blog.meta;

export function Page() {
  const featured = articles.filter((article) => article.featured);
  const others = articles.filter((article) => !article.featured);
  return (
    <PageShell path="/blog" opening={<BlogOpening hero={blog.hero} subscribe={blog.subscribe} />}>
      {featured.map((article) => (
        <FeaturedArticle key={article.slug} article={article} words={blog} />
      ))}
      <FurtherReading words={blog} articles={articles} shelf={[...others, ...blog.announced]} />
    </PageShell>
  );
}
