import articles from 'virtual:articles';
import type {
  BlogPostingLeaf,
  BreadcrumbList,
  FAQPage,
  IdReference,
  OrganizationLeaf,
  PersonLeaf,
  WebSite,
} from 'schema-dts';
import type { ArticleSummary } from '../content/article.ts';
import type { PageMeta, Question } from '../content/page-parts.ts';
import { blog } from '../content/pages/blog.ts';
import {
  aboutPath,
  articlePath,
  blogPath,
  homePath,
  isArticlePath,
  socialPicture,
} from '../content/paths.ts';
import { site } from '../content/site.ts';
import type { Page } from './routes.ts';

// The types are the leaves of schema-dts: OrganizationLeaf, not Organization, which is a union of hundreds of types. To check an
// object against that takes the compiler longer than all the rest of this file.

const publisher = (siteUrl: string): IdReference => ({ '@id': `${siteUrl}/#organization` });

const organization = (siteUrl: string): OrganizationLeaf => ({
  '@type': 'Organization',
  ...publisher(siteUrl),
  name: site.name,
  url: `${siteUrl}/`,
  logo: `${siteUrl}/icons/icon-512.png`,
  email: site.contact.address,
  sameAs: site.social.map(({ href }) => href),
});

const website = (siteUrl: string): WebSite => ({
  '@type': 'WebSite',
  '@id': `${siteUrl}/#website`,
  name: site.name,
  url: `${siteUrl}/`,
  inLanguage: 'en-GB',
  publisher: publisher(siteUrl),
});

const faqPage = (items: readonly Question[]): FAQPage => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

/** The path to a document: home, the pages above it, itself. Home has the site's name, so the titles go without it. */
function breadcrumbs(path: string, { title, ownTitle }: PageMeta, siteUrl: string): BreadcrumbList {
  const above = isArticlePath(path) ? [{ name: blog.hero.eyebrow, path: blogPath }] : [];
  const steps = [{ name: site.name, path: homePath }, ...above, { name: ownTitle ?? title, path }];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}

/** Who wrote an article: the organisation where its file names none, or names the site. */
const authorOf = ({ author }: ArticleSummary, siteUrl: string): OrganizationLeaf | PersonLeaf =>
  author === site.name
    ? { '@type': 'Organization', name: author, url: siteUrl + aboutPath }
    : { '@type': 'Person', name: author };

/** An article as schema.org’s BlogPosting. @param siteUrl where this build is served, without a trailing slash */
export const blogPosting = (article: ArticleSummary, siteUrl: string): BlogPostingLeaf => ({
  '@type': 'BlogPosting',
  headline: article.title,
  description: article.excerpt,
  datePublished: article.date,
  articleSection: article.category,
  inLanguage: 'en-GB',
  image: siteUrl + socialPicture(articlePath(article.slug)),
  mainEntityOfPage: siteUrl + articlePath(article.slug),
  author: authorOf(article, siteUrl),
  publisher: { '@type': 'Organization', ...publisher(siteUrl), name: site.name },
});

/**
 * A document's structured data for search engines, in the vocabulary of schema.org; its TypeScript types check every name and
 * value here. No rating and no offer: nothing is sold yet, and nobody has rated it.
 */
export function structuredData(path: string, { meta, questions }: Page, siteUrl: string): object[] {
  const things = [
    ...(path === homePath ? [organization(siteUrl), website(siteUrl)] : [breadcrumbs(path, meta, siteUrl)]),
    ...(questions ? [faqPage(questions.items)] : []),
    ...articles
      .filter(({ slug }) => articlePath(slug) === path)
      .map((article) => blogPosting(article, siteUrl)),
  ];
  return things.map((thing) => ({ '@context': 'https://schema.org', ...thing }));
}
