import articles from 'virtual:articles';
import { blog } from '../../../content/pages/blog.ts';
import type { ScreenPage } from '../../routes.ts';
import { FeaturedArticle } from './featured-article.tsx';
import { FurtherReading } from './further-reading.tsx';
import { BlogHero } from './hero.tsx';

const featured = articles.filter((article) => article.featured);
const others = articles.filter((article) => !article.featured);

export const page: ScreenPage = {
  path: '/blog',
  meta: blog.meta,
  style: 'blog',
  hero: <BlogHero hero={blog.hero} subscribe={blog.subscribe} />,
  sections: (
    <>
      {featured.map((article) => (
        <FeaturedArticle key={article.slug} article={article} words={blog} />
      ))}
      <FurtherReading words={blog} articles={articles} shelf={[...others, ...blog.announced]} />
    </>
  ),
};
